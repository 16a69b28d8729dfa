/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Trees over a team, as values: each member asks for its own parent and children, by arithmetic, and a collective
 * only walks them. Nothing here knows threads; a member is a rank in the team.
 */
#ifndef UPC_STRIDE_TREE_H
#define UPC_STRIDE_TREE_H

#include "teams/team.h"

enum { UPC_STRIDE_TOPOLOGY_DIMS = 2 * UPC_STRIDE_MAX_DIMS }; /* a torus may cut dimensions into several */

/* What a tree is drawn over. Ranks 0..members-1 are the team's, row-major in its box; where the root owns none of
 * the section's blocks it has rank `members`, so that the tree has one node more. */
typedef struct upc_stride_topology {
  int members;
  int root;                           /* a rank, or `members` for a root outside the team             */
  int nearest;                        /* root outside: the member nearest to it                       */
  int ndims;
  int size[UPC_STRIDE_TOPOLOGY_DIMS];   /* the box: members = size[0] * .. * size[ndims-1]              */
  int ring[UPC_STRIDE_TOPOLOGY_DIMS];   /* 1: the last place of the dimension is a neighbour of the first */
  int arity;                          /* the k of knomial and kary                                    */
} upc_stride_topology_t;

/* A kind of tree. A root's parent is -1. Children are numbered in the order in which they are best served. */
typedef struct upc_stride_tree {
  int (*parent)(const upc_stride_topology_t *G, int rank);
  int (*children)(const upc_stride_topology_t *G, int rank);       /* how many */
  int (*child)(const upc_stride_topology_t *G, int rank, int i);
  int successive;                       /* 1: the children of each are successive ranks, the first behind the last */
} upc_stride_tree_t;

/* The ranks of a member's n children. */
void upc_stride_children(const upc_stride_tree_t *tree, const upc_stride_topology_t *G, int rank, int n, int *child);

extern const upc_stride_tree_t upc_stride_tree_flat, upc_stride_tree_knomial, upc_stride_tree_kary,
  upc_stride_tree_chain, upc_stride_tree_fork;

/* The topology of team T with a root thread in or outside it, and the thread with a rank on it. */
void upc_stride_topology(upc_stride_topology_t *G, const upc_stride_team_t *T, int root_thread);

/* For trees that look at the order alone: the place of a rank, counted from the root (place 0), and back. */
static inline int upc_stride_nodes(const upc_stride_topology_t *G) { return G->members + (G->root == G->members); }
static inline int upc_stride_place(const upc_stride_topology_t *G, int rank) {
  int n = upc_stride_nodes(G);
  return rank >= G->root ? rank - G->root : rank - G->root + n;
}
static inline int upc_stride_rank_at(const upc_stride_topology_t *G, int place) {
  int n = upc_stride_nodes(G);
  return place < n - G->root ? place + G->root : place + G->root - n;
}

#endif
