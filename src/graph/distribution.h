/* SPDX-License-Identifier: BSD-3-Clause
 * Distributions, as plain values. */
#ifndef UPC_STRIDE_DISTRIBUTION_H
#define UPC_STRIDE_DISTRIBUTION_H

#include "graph/box.h"

struct upc_stride_distribution {
  int ndims, parts;
  int grown;                    /* 1: boxes may overlap, and a step may write them */
  int periodic;                 /* bit k: indices of dimension k go round */
  int needs_extent;             /* 1: boxes are to be cut at the edges of the value */
  upc_stride_box_t *box;
  int *thread;
};

/* A copy, for a value with these extents: cut at its edges. */
upc_stride_distribution_t *upc_stride_distribution_of(const upc_stride_distribution_t *d, const long long *extent);

#endif
