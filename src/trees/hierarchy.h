/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tree composed of two: one among the nodes' leaders, and one within each node, from its leader. The leader of a node
 * is its first member; the root leads its own node. Any two trees can be composed.
 *
 *   nodes (0 1 2) (3 4 5) (6 7 8), root 1, binomial among leaders, flat within:
 *   1 has the children 3, 6, 0, 2;  3 has 4, 5;  6 has 7, 8
 *
 * Wins for several threads on each node, numbered so that a tree over all threads crosses the network more often than
 * it must (Karonis and others: Exploiting hierarchy in parallel computer networks to optimize collective operation
 * performance, 2000). Plain arithmetic, from a list of nodes. */
#ifndef UPC_STRIDE_HIERARCHY_H
#define UPC_STRIDE_HIERARCHY_H

#include "trees/tree.h"

typedef struct upc_stride_hierarchy {
  const upc_stride_tree_t *among, *within;
  upc_stride_topology_t leaders, inner; /* inner: of a node with so many members as `members` says at the moment */
  int nodes;                            /* counted from the root's */
  int *node, *place;                    /* by rank: its node; its place there, 0 for the leader */
  int *first, *member;                  /* by node: where its members begin in this list of ranks, in their order */
} upc_stride_hierarchy_t;

/* Of `ranks` ranks; rank r is on the node with the name node_of[r]. */
void upc_stride_hierarchy_new(upc_stride_hierarchy_t *H, const upc_stride_tree_t *among, int arity,
                              const upc_stride_tree_t *within, int within_arity, int ranks, int root,
                              const int *node_of);
void upc_stride_hierarchy_end(upc_stride_hierarchy_t *H);

/* The parent of a rank; -1: it is the root. Its children, leaders of other nodes first, since they have most to do; how
 * many. `child` may be null. */
int upc_stride_hierarchy_parent(upc_stride_hierarchy_t *H, int rank);
int upc_stride_hierarchy_children(upc_stride_hierarchy_t *H, int rank, int *child);

#endif
