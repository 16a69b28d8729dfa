/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of a box: explained in box.h. */
#include "graph_plan/box.h"

void upc_stride_storage_dense(upc_stride_storage_t *s, const upc_stride_box_t *box, size_t element) {
  ptrdiff_t stride = (ptrdiff_t)element;
  int k;
  s->box = *box;
  for (k = UPC_STRIDE_DIMS - 1; k >= 0; k--) {
    s->stride[k] = stride;
    stride *= (ptrdiff_t)(box->hi[k] - box->lo[k]);
  }
}

static size_t offset_in(const upc_stride_storage_t *s, const upc_stride_box_t *box) {
  ptrdiff_t offset = 0;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) offset += (ptrdiff_t)(box->lo[k] - s->box.lo[k]) * s->stride[k];
  return (size_t)offset;
}

/* Dimensions whose elements follow each other on both sides become part of the run. */
void upc_stride_box_copy_new(upc_stride_box_copy_t *c, size_t element, const upc_stride_storage_t *to,
                             const upc_stride_box_t *to_box, const upc_stride_storage_t *from,
                             const upc_stride_box_t *from_box) {
  int k;
  c->bytes = element;
  c->to = offset_in(to, to_box);
  c->from = offset_in(from, from_box);
  c->levels = 0;
  for (k = UPC_STRIDE_DIMS - 1; k >= 0; k--) {
    long long count = to_box->hi[k] - to_box->lo[k];
    if (count == 1) continue;
    if (c->levels == 0 && to->stride[k] == (ptrdiff_t)c->bytes && from->stride[k] == (ptrdiff_t)c->bytes) {
      c->bytes *= (size_t)count;
      continue;
    }
    c->count[c->levels] = count;
    c->to_stride[c->levels] = to->stride[k];
    c->from_stride[c->levels++] = from->stride[k];
  }
}
