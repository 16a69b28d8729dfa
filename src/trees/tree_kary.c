/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kary:<k>: place v, counted from the root, has the children k*v+1 .. k*v+k.
 *
 *   k = 2:   0 - 1 - 3 - 7
 *            |   \ - 4
 *            \ - 2 - 5
 *                \ - 6
 *
 * Wins if no member may have much to do: each sends at most k messages, however large the team is.
 * Cost: log_k(p) * k * (latency + bytes / bandwidth).
 */
#include "trees/tree.h"

static int parent(const upc_stride_topology_t *G, int rank) {
  int v = upc_stride_place(G, rank);
  return v == 0 ? -1 : upc_stride_rank_at(G, (v - 1) / G->arity);
}

static int children(const upc_stride_topology_t *G, int rank) {
  long long first = (long long)G->arity * upc_stride_place(G, rank) + 1, n = upc_stride_nodes(G);
  return first >= n ? 0 : first + G->arity <= n ? G->arity : (int)(n - first);
}

static int child(const upc_stride_topology_t *G, int rank, int i) {
  return upc_stride_rank_at(G, G->arity * upc_stride_place(G, rank) + 1 + i);
}

const upc_stride_tree_t upc_stride_tree_kary = {parent, children, child, 1};
