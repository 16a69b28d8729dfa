/* SPDX-License-Identifier: BSD-3-Clause
 * Searching boxes: explained in box.h. */
#include "graph_plan/box.h"
#include "base/allocate.h"

#include <stdlib.h>

/* Boxes that are looked at one by one. A node is compared like a box, so nodes around fewer boxes would save little. */
enum { LEAF = 4 };

typedef struct sorted_box {
  long long middle;             /* twice the middle in one dimension */
  int number;
} sorted_box_t;

static int by_middle(const void *a, const void *b) {
  const sorted_box_t *x = a, *y = b;
  if (x->middle != y->middle) return x->middle < y->middle ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static int widest(const upc_stride_box_t *b) {
  int k, most = 0;
  for (k = 1; k < UPC_STRIDE_DIMS; k++)
    if (b->hi[k] - b->lo[k] > b->hi[most] - b->lo[most]) most = k;
  return most;
}

/* Cuts the boxes of a node in half along the widest dimension of the box around them. */
static void build(upc_stride_box_tree_t *t, sorted_box_t *sorted, int node, int low, int high) {
  int i, k;
  upc_stride_box_t around = t->box[t->order[low]];
  for (i = low + 1; i < high; i++) around = upc_stride_box_around(&around, &t->box[t->order[i]]);
  t->around[node] = around;
  if (high - low <= LEAF) return;
  k = widest(&around);
  for (i = low; i < high; i++) {
    sorted[i].number = t->order[i];
    sorted[i].middle = t->box[t->order[i]].lo[k] + t->box[t->order[i]].hi[k];
  }
  qsort(sorted + low, (size_t)(high - low), sizeof *sorted, by_middle);
  for (i = low; i < high; i++) t->order[i] = sorted[i].number;
  build(t, sorted, 2 * node, low, (low + high) / 2);
  build(t, sorted, 2 * node + 1, (low + high) / 2, high);
}

void upc_stride_box_tree_new(upc_stride_box_tree_t *t, const upc_stride_box_t *boxes, int n) {
  sorted_box_t *sorted = upc_stride_alloc((size_t)n, sizeof *sorted, "a tree of boxes");
  size_t nodes = 2;
  int i;
  while (nodes < 2 * (size_t)n) nodes *= 2;
  t->box = boxes;
  t->n = 0;
  t->order = upc_stride_alloc((size_t)n, sizeof *t->order, "a tree of boxes");
  t->around = upc_stride_alloc(nodes, sizeof *t->around, "a tree of boxes");
  for (i = 0; i < n; i++)
    if (upc_stride_box_size(&boxes[i]) > 0) t->order[t->n++] = i;
  if (t->n > 0) build(t, sorted, 1, 0, t->n);
  free(sorted);
}

void upc_stride_box_tree_free(upc_stride_box_tree_t *t) {
  free(t->order);
  free(t->around);
}

static void add(upc_stride_found_t *found, int number) {
  found->number = upc_stride_grown(found->number, found->n, &found->capacity, sizeof *found->number, "boxes found");
  found->number[found->n++] = number;
}

static void search(const upc_stride_box_tree_t *t, const upc_stride_box_t *b, upc_stride_found_t *found, int node,
                   int low, int high) {
  upc_stride_box_t common;
  int i;
  if (!upc_stride_box_common(&common, &t->around[node], b)) return;
  if (high - low > LEAF) {
    search(t, b, found, 2 * node, low, (low + high) / 2);
    search(t, b, found, 2 * node + 1, (low + high) / 2, high);
    return;
  }
  for (i = low; i < high; i++)
    if (upc_stride_box_common(&common, &t->box[t->order[i]], b)) add(found, t->order[i]);
}

static int by_number(const void *a, const void *b) {
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

void upc_stride_box_tree_find(const upc_stride_box_tree_t *t, const upc_stride_box_t *b, upc_stride_found_t *found) {
  found->n = 0;
  if (t->n == 0 || upc_stride_box_size(b) == 0) return;
  search(t, b, found, 1, 0, t->n);
  if (found->n > 1) qsort(found->number, (size_t)found->n, sizeof *found->number, by_number);
}
