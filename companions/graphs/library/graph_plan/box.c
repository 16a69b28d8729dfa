/* SPDX-License-Identifier: BSD-3-Clause
 * Boxes of elements: explained in box.h. */
#include "graph_plan/box.h"
#include "base/allocate.h"
#include "base/number.h"

#include <stdlib.h>

long long upc_stride_box_size(const upc_stride_box_t *b) {
  size_t size = 1;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    if (b->hi[k] <= b->lo[k]) return 0;
    size = upc_stride_product(size, (size_t)b->hi[k] - (size_t)b->lo[k]);
  }
  return size < UPC_STRIDE_MOST_BYTES ? (long long)size : (long long)UPC_STRIDE_MOST_BYTES;
}

int upc_stride_box_contains(const upc_stride_box_t *outer, const upc_stride_box_t *inner) {
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++)
    if (inner->lo[k] < outer->lo[k] || inner->hi[k] > outer->hi[k]) return 0;
  return 1;
}

int upc_stride_box_common(upc_stride_box_t *common, const upc_stride_box_t *a, const upc_stride_box_t *b) {
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    common->lo[k] = a->lo[k] > b->lo[k] ? a->lo[k] : b->lo[k];
    common->hi[k] = a->hi[k] < b->hi[k] ? a->hi[k] : b->hi[k];
    if (common->hi[k] <= common->lo[k]) return 0;
  }
  return 1;
}

upc_stride_box_t upc_stride_box_around(const upc_stride_box_t *a, const upc_stride_box_t *b) {
  upc_stride_box_t around = *a;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    if (b->lo[k] < around.lo[k]) around.lo[k] = b->lo[k];
    if (b->hi[k] > around.hi[k]) around.hi[k] = b->hi[k];
  }
  return around;
}

upc_stride_box_t upc_stride_box_moved(const upc_stride_box_t *b, const long long *by) {
  upc_stride_box_t moved = *b;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    moved.lo[k] += by[k];
    moved.hi[k] += by[k];
  }
  return moved;
}

/* Dimension by dimension, what lies below and above b is cut off; what is left at the end lies in b. */
int upc_stride_box_without(upc_stride_box_t *rests, const upc_stride_box_t *a, const upc_stride_box_t *b) {
  upc_stride_box_t left = *a, common;
  int n = 0, k;
  if (!upc_stride_box_common(&common, a, b)) {
    rests[0] = *a;
    return 1;
  }
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    if (left.lo[k] < common.lo[k]) {
      rests[n] = left;
      rests[n++].hi[k] = common.lo[k];
    }
    if (left.hi[k] > common.hi[k]) {
      rests[n] = left;
      rests[n++].lo[k] = common.hi[k];
    }
    left.lo[k] = common.lo[k];
    left.hi[k] = common.hi[k];
  }
  return n;
}

void upc_stride_boxes_add(upc_stride_boxes_t *list, const upc_stride_box_t *b) {
  list->box = upc_stride_grown(list->box, list->n, &list->capacity, sizeof *list->box, "a graph's boxes");
  list->box[list->n++] = *b;
}

void upc_stride_boxes_remove(upc_stride_boxes_t *list, const upc_stride_box_t *b) {
  upc_stride_box_t rests[UPC_STRIDE_MOST_RESTS], common;
  int i, k, n, old = list->n;
  for (i = 0; i < old;) {
    if (!upc_stride_box_common(&common, &list->box[i], b)) {
      i++;
      continue;
    }
    n = upc_stride_box_without(rests, &list->box[i], b);
    for (k = 0; k < n; k++) upc_stride_boxes_add(list, &rests[k]);
    old--;                                   /* the last of the old ones takes the place, the last new one its place */
    list->box[i] = list->box[old];
    list->box[old] = list->box[--list->n];
  }
}
