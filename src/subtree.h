/* SPDX-License-Identifier: BSD-3-Clause
 * Whose data goes along an edge of a tree: everybody's below it, each before those below it. */
#ifndef UPC_STRIDE_SUBTREE_H
#define UPC_STRIDE_SUBTREE_H

#include "walk.h"

typedef struct upc_stride_subtree {
  int n, *thread;                     /* members, in order; [0] is the one the edge leads to */
  size_t *at;                         /* where the parcel of each starts in a message; [n] = its bytes */
} upc_stride_subtree_t;

/* The subtree below a rank, itself included; parcels go to its members (out = 1) or come from them. */
void upc_stride_subtree(upc_stride_subtree_t *S, const upc_stride_tree_position_t *w, int rank, int out);
void upc_stride_subtree_end(upc_stride_subtree_t *S);

#endif
