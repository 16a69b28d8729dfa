/* SPDX-License-Identifier: BSD-3-Clause
 * Boxes of elements, as plain arithmetic. */
#ifndef UPC_STRIDE_BOX_H
#define UPC_STRIDE_BOX_H

#include "upc_stride_graph.h"

enum { UPC_STRIDE_DIMS = UPC_STRIDE_GRAPH_DIMS,
       UPC_STRIDE_MOST_RESTS = 2 * UPC_STRIDE_GRAPH_DIMS };

/* The number of elements; 0 for a box whose hi is not above its lo. */
long long upc_stride_box_size(const upc_stride_box_t *b);
int upc_stride_box_contains(const upc_stride_box_t *outer, const upc_stride_box_t *inner);

/* 1 and the common elements, if there are any. */
int upc_stride_box_common(upc_stride_box_t *common, const upc_stride_box_t *a, const upc_stride_box_t *b);

/* The smallest box that holds both. */
upc_stride_box_t upc_stride_box_around(const upc_stride_box_t *a, const upc_stride_box_t *b);

upc_stride_box_t upc_stride_box_moved(const upc_stride_box_t *b, const long long *by);

/* Boxes that do not meet, with the elements of a that are not in b; returns how many, up to UPC_STRIDE_MOST_RESTS. */
int upc_stride_box_without(upc_stride_box_t *rests, const upc_stride_box_t *a, const upc_stride_box_t *b);

/* A list of boxes that grows. */
typedef struct upc_stride_boxes {
  upc_stride_box_t *box;
  int n, capacity;
} upc_stride_boxes_t;

void upc_stride_boxes_add(upc_stride_boxes_t *list, const upc_stride_box_t *b);
/* Takes the elements of b out of the boxes, which do not meet. */
void upc_stride_boxes_remove(upc_stride_boxes_t *list, const upc_stride_box_t *b);

#endif
