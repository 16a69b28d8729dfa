/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chain[:<bytes>]: one after another.
 *
 *   0 - 1 - 2 - 3 - 4 - 5 - 6 - 7
 *
 * Wins for long messages, which go down it in segments: (p - 2 + bytes / segment) steps of
 * latency + segment / bandwidth, so that every link is busy with its own segment. On a torus the chain goes from
 * neighbour to neighbour.
 */
#include "trees/tree.h"

static int parent(const upc_stride_topology_t *G, int rank) {
  int v = upc_stride_place_along(G, rank);
  return v == 0 ? -1 : upc_stride_rank_along(G, v - 1);
}

static int children(const upc_stride_topology_t *G, int rank) {
  return upc_stride_place_along(G, rank) + 1 < upc_stride_nodes(G);
}

static int child(const upc_stride_topology_t *G, int rank, int i) {
  return upc_stride_rank_along(G, upc_stride_place_along(G, rank) + 1 + i);
}

const upc_stride_tree_t upc_stride_tree_chain = {parent, children, child, 1};
