/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fork: the spanning tree of the team's own Cartesian box. A line runs along the first dimension, both ways from
 * the root; every member of it forks into lines along the next dimension; and so on.
 *
 *   box 2 x 4, root 1:    0 - 1 - 2 - 3
 *                             |
 *                         4 - 5 - 6 - 7
 *
 * Each hop is to a neighbour in the box, hence in the grid where the section's step is 1. Depth is the sum over
 * the dimensions of the root's distance to the farther end. The choice for a mesh or torus, where neighbours have
 * links of their own (Figure 2 of Nishtala, Almasi, Cascaval: Performance without Pain = Productivity).
 * A root outside the box first sends to the member nearest to it, which is the root of the box.
 */
#include "tree.h"

static void coordinates(const upc_stride_ground_t *G, int rank, int *c) {
  int k;
  for (k = G->ndims - 1; k >= 0; k--) {
    c[k] = rank % G->size[k];
    rank /= G->size[k];
  }
}

/* The number that one step along dimension k adds to a rank. */
static int weight(const upc_stride_ground_t *G, int k) {
  int w = 1;
  for (k++; k < G->ndims; k++) w *= G->size[k];
  return w;
}

/* The last dimension in which c differs from the root r: the line that c lies on; -1 at the root. */
static int line_of(const upc_stride_ground_t *G, const int *c, const int *r) {
  int k = G->ndims - 1;
  while (k >= 0 && c[k] == r[k]) k--;
  return k;
}

/* 1 if the tree goes from c one step (way = 1 or -1) along dimension k: on c's own line away from the root, on
 * the dimensions after it both ways. */
static int goes(const upc_stride_ground_t *G, const int *c, const int *r, int line, int k, int way) {
  if (k < line || c[k] + way < 0 || c[k] + way >= G->size[k]) return 0;
  return k > line || (way > 0) == (c[k] > r[k]);
}

/* The child with number i of a member of the box, or -1; *count = how many there are. */
static int find(const upc_stride_ground_t *G, int rank, int i, int *count) {
  int c[UPC_STRIDE_MAX_DIMS], r[UPC_STRIDE_MAX_DIMS], k, way, line, found = -1;
  coordinates(G, rank, c);
  coordinates(G, G->nearest, r);
  line = line_of(G, c, r);
  *count = 0;
  for (k = 0; k < G->ndims; k++)
    for (way = 1; way >= -1; way -= 2)
      if (goes(G, c, r, line, k, way) && (*count)++ == i) found = rank + way * weight(G, k);
  return found;
}

static int parent(const upc_stride_ground_t *G, int rank) {
  int c[UPC_STRIDE_MAX_DIMS], r[UPC_STRIDE_MAX_DIMS], line;
  if (rank == G->root) return -1;
  if (rank == G->nearest) return G->root;
  coordinates(G, rank, c);
  coordinates(G, G->nearest, r);
  line = line_of(G, c, r);
  return rank + (c[line] > r[line] ? -weight(G, line) : weight(G, line));
}

static int children(const upc_stride_ground_t *G, int rank) {
  int count;
  if (rank == G->members) return 1;
  find(G, rank, -1, &count);
  return count;
}

static int child(const upc_stride_ground_t *G, int rank, int i) {
  int count;
  return rank == G->members ? G->nearest : find(G, rank, i, &count);
}

const upc_stride_tree_t upc_stride_tree_fork = {parent, children, child};
