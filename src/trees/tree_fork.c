/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fork: the spanning tree of the team's own Cartesian box. A line runs along the first dimension, both ways from
 * the root; every member of it forks into lines along the next dimension; and so on.
 *
 *   8 threads, box 2 x 4, root 1:    0 - 1 - 2 - 3
 *                                        |
 *                                    4 - 5 - 6 - 7
 *
 * Each hop is to a neighbour in the box. If the section's step is 1, this is a neighbour in the grid. The depth is the
 * sum over the dimensions of the root's distance to the farther end. This tree suits a mesh or torus, where neighbours
 * have links of their own (Figure 2 of Nishtala, Almasi, Cascaval: Performance without Pain = Productivity).
 * On a torus a dimension that the box fills is a ring, and the line goes half way round on either side.
 * A root outside the box first sends to the member nearest to it, which is the root of the box.
 */
#include "trees/tree.h"

/* The last dimension in which c differs from the root r: the line that c lies on; -1 at the root. */
static int line_of(const upc_stride_topology_t *G, const int *c, const int *r) {
  int k = G->ndims - 1;
  while (k >= 0 && c[k] == r[k]) k--;
  return k;
}

/* How far c is from the root along dimension k, negative to the left; on a ring the shorter way, ties to the right. */
static int distance(const upc_stride_topology_t *G, int k, int c, int r) {
  int n = G->side[k].size, d = c - r;
  if (!G->side[k].ring) return d;
  d = (d + n) % n;
  return d <= n / 2 ? d : d - n;
}

/* 1 if a line along dimension k has a place at that distance from the root. */
static int reaches(const upc_stride_topology_t *G, int k, int d, int r) {
  int n = G->side[k].size;
  return G->side[k].ring ? d <= n / 2 && d >= -((n - 1) / 2) : r + d >= 0 && r + d < n;
}

/* 1 if the tree goes from c one step along dimension k: on c's own line away from the root, on the dimensions after
 * it both ways. */
static int goes(const upc_stride_topology_t *G, const int *c, const int *r, int line, int k, int way) {
  int d = distance(G, k, c[k], r[k]);
  return k >= line && (k > line || (way > 0) == (d > 0)) && reaches(G, k, d + way, r[k]);
}

/* The child with number i of a member of the box, or -1; *count = how many there are. */
static int find(const upc_stride_topology_t *G, int rank, int i, int *count) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], r[UPC_STRIDE_TOPOLOGY_DIMS], k, way, line, found = -1;
  upc_stride_coordinates(G, rank, c);
  upc_stride_coordinates(G, G->nearest, r);
  line = line_of(G, c, r);
  *count = 0;
  for (k = 0; k < G->ndims; k++)
    for (way = 1; way >= -1; way -= 2)
      if (goes(G, c, r, line, k, way) && (*count)++ == i) found = upc_stride_rank_beside(G, c, k, way);
  return found;
}

static int parent(const upc_stride_topology_t *G, int rank) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], r[UPC_STRIDE_TOPOLOGY_DIMS], line;
  if (rank == G->root) return -1;
  if (rank == G->nearest) return G->root;
  upc_stride_coordinates(G, rank, c);
  upc_stride_coordinates(G, G->nearest, r);
  line = line_of(G, c, r);
  return upc_stride_rank_beside(G, c, line, distance(G, line, c[line], r[line]) > 0 ? -1 : 1);
}

static int children(const upc_stride_topology_t *G, int rank) {
  int count;
  if (rank == G->members) return 1;
  find(G, rank, -1, &count);
  return count;
}

static int child(const upc_stride_topology_t *G, int rank, int i) {
  int count;
  return rank == G->members ? G->nearest : find(G, rank, i, &count);
}

const upc_stride_tree_t upc_stride_tree_fork = {parent, children, child, 0};
