/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Trees over a team, as values: each member asks for its own parent and children, by arithmetic, and a collective
 * only walks them. Nothing here knows threads; a member is a rank in the team.
 */
#ifndef UPC_STRIDE_TREE_H
#define UPC_STRIDE_TREE_H

#include "teams/team.h"
#include "torus/torus.h"

enum { UPC_STRIDE_TOPOLOGY_DIMS = UPC_STRIDE_MAX_DIMS + UPC_STRIDE_DIGITS };

/* One dimension of what a tree is drawn over. */
typedef struct upc_stride_side {
  int size;
  int ring;                           /* 1: the last place is a neighbour of the first                */
  int linked;                         /* 1: its neighbours are neighbours on the torus                */
  int node;                           /* 1: all places of it are on one node of the torus             */
  int back;                           /* 1: ranks run backwards where the sum of `odd` and the ranks' digits of the */
  int odd;                            /* .. sides in the set `counted` is odd                         */
  unsigned counted;
} upc_stride_side_t;

/* What a tree is drawn over. Ranks 0..members-1 are the team's, row-major in its box; where the root owns none of
 * the section's blocks it has rank `members`, so that the tree has one node more. On a torus the dimensions are the
 * box's, cut into the letters of the map. */
typedef struct upc_stride_topology {
  int members;
  int root;                           /* a rank, or `members` for a root outside the team             */
  int nearest;                        /* root outside: the member nearest to it                       */
  int ndims;
  upc_stride_side_t side[UPC_STRIDE_TOPOLOGY_DIMS]; /* members = side[0].size * .. * side[ndims-1].size */
  int torus;                          /* 1: a torus is described, and members are taken in its order  */
  int arity;                          /* the k of knomial and kary                                    */
} upc_stride_topology_t;

/* A kind of tree. A root's parent is -1. Children are numbered in the order in which they are best served. */
typedef struct upc_stride_tree {
  int (*parent)(const upc_stride_topology_t *G, int rank);
  int (*children)(const upc_stride_topology_t *G, int rank);       /* how many */
  int (*child)(const upc_stride_topology_t *G, int rank, int i);
  int successive;                       /* 1: the children of each are at successive places           */
} upc_stride_tree_t;

/* The ranks of a member's n children. */
void upc_stride_children(const upc_stride_tree_t *tree, const upc_stride_topology_t *G, int rank, int n, int *child);

/* The trees, a file for each. Tables name them by number: Berkeley's translator takes no address of a variable in a
 * static array's initialiser. */
#define UPC_STRIDE_TREES(TREE)                      \
  TREE(UPC_STRIDE_FLAT, upc_stride_tree_flat)       \
  TREE(UPC_STRIDE_KNOMIAL, upc_stride_tree_knomial) \
  TREE(UPC_STRIDE_KARY, upc_stride_tree_kary)       \
  TREE(UPC_STRIDE_CHAIN, upc_stride_tree_chain)     \
  TREE(UPC_STRIDE_FORK, upc_stride_tree_fork)

#define UPC_STRIDE_TREE_NUMBER(number, tree) number,
enum { UPC_STRIDE_NO_TREE, UPC_STRIDE_TREES(UPC_STRIDE_TREE_NUMBER) UPC_STRIDE_TREE_NUMBERS };
#undef UPC_STRIDE_TREE_NUMBER

#define UPC_STRIDE_TREE_NAME(number, tree) extern const upc_stride_tree_t tree;
UPC_STRIDE_TREES(UPC_STRIDE_TREE_NAME)
#undef UPC_STRIDE_TREE_NAME

const upc_stride_tree_t *upc_stride_tree(int number); /* null for UPC_STRIDE_NO_TREE */

/* The topology of team T with a root thread in or outside it, and the thread with a rank on it. */
void upc_stride_topology(upc_stride_topology_t *G, const upc_stride_team_t *T, int root_thread);

/* 1 if a torus is described, and at least two of the team's members are neighbours on it by a link. */
int upc_stride_on_torus(const upc_stride_team_t *T);

/* How many dimensions have such neighbours, and how many members share a node. */
int upc_stride_torus_sides(const upc_stride_team_t *T, int *per_node);

static inline int upc_stride_nodes(const upc_stride_topology_t *G) { return G->members + (G->root == G->members); }

/* Coordinates of a rank: those of ranks that differ by one in one of them are neighbours. */
void upc_stride_coordinates(const upc_stride_topology_t *G, int rank, int *c);
int upc_stride_rank_of(const upc_stride_topology_t *G, const int *c);

/* The rank one step along side k from the coordinates c, up (way = 1) or down (-1); round the end of the side. */
int upc_stride_rank_beside(const upc_stride_topology_t *G, const int *c, int k, int way);

/* For trees that look at the order alone: the place of a rank, counted from the root (place 0), and back. On a torus
 * (order.c) places are coordinates relative to the root, row-major, so that steps by powers keep to one dimension. */
int upc_stride_torus_order(const upc_stride_topology_t *G, int rank);
int upc_stride_torus_rank_at(const upc_stride_topology_t *G, int place);

static inline int upc_stride_place(const upc_stride_topology_t *G, int rank) {
  int n = upc_stride_nodes(G);
  if (G->torus) return upc_stride_torus_order(G, rank);
  return rank >= G->root ? rank - G->root : rank - G->root + n;
}
static inline int upc_stride_rank_at(const upc_stride_topology_t *G, int place) {
  int n = upc_stride_nodes(G);
  if (G->torus) return upc_stride_torus_rank_at(G, place);
  return place < n - G->root ? place + G->root : place + G->root - n;
}

/* The same for an order in which each place is a neighbour of the previous one, if the torus allows it. */
int upc_stride_place_along(const upc_stride_topology_t *G, int rank);
int upc_stride_rank_along(const upc_stride_topology_t *G, int place);

/* 1: the children of each are successive ranks, the first behind the last. */
static inline int upc_stride_successive(const upc_stride_tree_t *tree, const upc_stride_topology_t *G) {
  return tree->successive && !G->torus;
}

/* Trees composed of others, one for each level. A level divides the members into units: nodes, or so many successive
 * threads. The first member of a unit, counted from the root on, is its leader. The tree of the first level is among
 * the leaders of the largest units; that of the next one, in each of these, among the leaders of its smaller units, or
 * among all its members at the last level. Any trees can be composed.
 *
 *   two levels, nodes (0 1 2) (3 4 5) (6 7 8), root 1, binomial among leaders, flat within:
 *   1 has the children 3, 6, 2, 0;  3 has 4, 5;  6 has 7, 8
 *
 * Wins for several threads on each node, numbered so that a tree over all threads crosses the network more often than
 * it must (Karonis and others: Exploiting hierarchy in parallel computer networks to optimize collective operation
 * performance, 2000); and chains of chains for long messages, whose first segment then takes fewer steps. Plain
 * arithmetic, from lists of units. */

enum { UPC_STRIDE_LEVELS = 4 };

typedef struct upc_stride_level {
  const upc_stride_tree_t *tree;
  upc_stride_topology_t line;         /* of a unit of this level, as tree functions want it */
  int *unit;                          /* by rank: the unit it is in */
  int *place;                         /* by rank: its place in its unit's tree, 0 for the leader; -1: it is in none */
  int *first, *member;                /* by unit: where its tree's ranks begin in this list, in their order */
} upc_stride_level_t;

typedef struct upc_stride_hierarchy {
  int levels;
  upc_stride_level_t level[UPC_STRIDE_LEVELS];
} upc_stride_hierarchy_t;

/* Of `ranks` ranks and so many levels, with these trees and their arities. At level l > 0, rank r is in the unit with
 * the name of[l][r], within its unit of the level before; of[0] is not read. */
void upc_stride_hierarchy_new(upc_stride_hierarchy_t *H, int levels, const upc_stride_tree_t *const *tree,
                              const int *arity, int ranks, int root, int *const *of);
void upc_stride_hierarchy_end(upc_stride_hierarchy_t *H);

/* The parent of a rank; -1: it is the root. Its children, those of the first level first, since they have most to do;
 * how many. `child` may be null. */
int upc_stride_hierarchy_parent(upc_stride_hierarchy_t *H, int rank);
int upc_stride_hierarchy_children(upc_stride_hierarchy_t *H, int rank, int *child);

#endif
