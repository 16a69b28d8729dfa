/* SPDX-License-Identifier: BSD-3-Clause
 * Distributions, as plain values. */
#ifndef UPC_STRIDE_DISTRIBUTION_H
#define UPC_STRIDE_DISTRIBUTION_H

#include "graph_plan/box_tree.h"

struct upc_stride_distribution {
  int ndims, parts;
  int grown;                    /* 1: boxes may overlap, and a step may write them */
  int periodic;                 /* bit k: indices of dimension k go round */
  int needs_extent;             /* 1: boxes are to be cut at the edges of the value */
  upc_stride_box_t *box;
  int *thread;
  struct upc_stride_distribution_index *index; /* null until it is asked for */
};

/* A copy, for a value with these extents: cut at its edges. */
upc_stride_distribution_t *upc_stride_distribution_of(const upc_stride_distribution_t *d, const long long *extent);

/* The parts of d that have elements in common with a box, in ascending order. */
void upc_stride_distribution_find(upc_stride_distribution_t *d, const upc_stride_box_t *b, upc_stride_found_t *found);

/* The parts of a thread, in ascending order; returns how many. */
int upc_stride_distribution_of_thread(upc_stride_distribution_t *d, int thread, const int **parts);

#endif
