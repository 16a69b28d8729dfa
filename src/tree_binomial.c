/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binomial: place v, counted from the root, hangs below v without its lowest bit.
 *
 *   0 - 4 - 6 - 7
 *   |   \ - 5
 *   | - 2 - 3
 *   \ - 1
 *
 * Wins for short messages in large teams: ceil(log2 p) steps, each latency + bytes / bandwidth. The child with
 * most below it is served first. (Thakur, Rabenseifner, Gropp: Optimization of Collective Communication Operations
 * in MPICH, 2005.)
 */
#include "tree.h"

/* Children of place v are v + 2^j for every 2^j below v's lowest bit (any 2^j for the root) that exist. */
static int exponents(const upc_stride_ground_t *G, int v) {
  int n = upc_stride_nodes(G), j = 0;
  while ((v == 0 || (v & -v) > 1 << j) && v + (1LL << j) < n) j++;
  return j;
}

static int parent(const upc_stride_ground_t *G, int rank) {
  int v = upc_stride_place(G, rank);
  return v == 0 ? -1 : upc_stride_rank_at(G, v & (v - 1));
}

static int children(const upc_stride_ground_t *G, int rank) { return exponents(G, upc_stride_place(G, rank)); }

static int child(const upc_stride_ground_t *G, int rank, int i) {
  int v = upc_stride_place(G, rank);
  return upc_stride_rank_at(G, v + (1 << (exponents(G, v) - 1 - i)));
}

const upc_stride_tree_t upc_stride_tree_binomial = {parent, children, child};
