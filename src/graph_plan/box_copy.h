/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of a box between two storages, worked out once and made many times. */
#ifndef UPC_STRIDE_BOX_COPY_H
#define UPC_STRIDE_BOX_COPY_H

#include "graph_plan/box.h"

/* A copy of a box as runs of bytes at up to four levels of strides. */
typedef struct upc_stride_box_copy {
  size_t bytes, to, from;                  /* of a run; from the start of a generation */
  int levels;                              /* level 0 is the innermost */
  long long count[UPC_STRIDE_DIMS];
  ptrdiff_t to_stride[UPC_STRIDE_DIMS], from_stride[UPC_STRIDE_DIMS];
} upc_stride_box_copy_t;

/* Between two storages, each with a box and strides: the elements of `box` of the one, `from_box` of the other. */
typedef struct upc_stride_storage {
  upc_stride_box_t box;
  ptrdiff_t stride[UPC_STRIDE_DIMS];
} upc_stride_storage_t;

void upc_stride_storage_dense(upc_stride_storage_t *s, const upc_stride_box_t *box, size_t element);
void upc_stride_box_copy_new(upc_stride_box_copy_t *c, size_t element, const upc_stride_storage_t *to,
                             const upc_stride_box_t *to_box, const upc_stride_storage_t *from,
                             const upc_stride_box_t *from_box);

#endif
