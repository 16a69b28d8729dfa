/* SPDX-License-Identifier: BSD-3-Clause
 * Which boxes of a list meet a box: a tree of boxes around boxes, each with two halves. The search takes a time that
 * grows with the logarithm of the list's length and with the number of boxes found. */
#ifndef UPC_STRIDE_BOX_TREE_H
#define UPC_STRIDE_BOX_TREE_H

#include "graph_plan/box.h"

typedef struct upc_stride_box_tree {
  const upc_stride_box_t *box;  /* the list, which stays with the caller */
  int n;
  int *order;                   /* numbers of boxes; a node of the tree has consecutive ones */
  upc_stride_box_t *around;     /* the box around those of a node; node i has the halves 2 i and 2 i + 1, from 1 */
} upc_stride_box_tree_t;

/* Numbers of boxes in ascending order. */
typedef struct upc_stride_found {
  int *number;
  int n, capacity;
} upc_stride_found_t;

void upc_stride_box_tree_new(upc_stride_box_tree_t *t, const upc_stride_box_t *boxes, int n);
void upc_stride_box_tree_free(upc_stride_box_tree_t *t);

/* Sets `found` to the boxes that have elements in common with b. Its list grows as needed; the caller frees it. */
void upc_stride_box_tree_find(const upc_stride_box_tree_t *t, const upc_stride_box_t *b, upc_stride_found_t *found);

#endif
