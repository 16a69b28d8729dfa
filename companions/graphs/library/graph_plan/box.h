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

/* Copies of a box between two storages, worked out once and made many times. */

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

/* Which boxes of a list meet a box: a tree of boxes around boxes, each with two halves. The search takes a time that
 * grows with the logarithm of the list's length and with the number of boxes found. */

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

/* Distributions, as plain values. */

struct upc_stride_distribution {
  int ndims, parts;
  int grown;                    /* 1: boxes may overlap, and a step may write them */
  int periodic;                 /* bit k: indices of dimension k go round */
  int needs_extent;             /* 1: boxes are to be cut at the edges of the value */
  long long extent[UPC_STRIDE_DIMS]; /* for which it was made; 0 for boxes of the program's own */
  upc_stride_box_t *box;
  int *thread;
  struct upc_stride_distribution_index *index; /* null until it is asked for */
};

/* A copy, for a value with these extents: cut at its edges. */
upc_stride_distribution_t *upc_stride_distribution_of(const upc_stride_distribution_t *d, const long long *extent);

/* The box of a part, cut at the edges of a value with the extents for which the distribution was made. */
upc_stride_box_t upc_stride_distribution_own_box(const upc_stride_distribution_t *d, int part);

/* The parts of d that have elements in common with a box, in ascending order. */
void upc_stride_distribution_find(upc_stride_distribution_t *d, const upc_stride_box_t *b, upc_stride_found_t *found);

/* The parts of a thread, in ascending order; returns how many. */
int upc_stride_distribution_of_thread(upc_stride_distribution_t *d, int thread, const int **parts);

#endif
