/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat: every other member is a child of the root.
 *
 *   0 - 1  2  3  4  5  6  7
 *
 * Wins in small teams, and where members copy from the root's memory at the same time: one step deep. The root
 * alone answers for p-1 members: (p-1) * (latency + bytes / bandwidth) where it has to send.
 */
#include "trees/tree.h"

static int parent(const upc_stride_topology_t *G, int rank) { return rank == G->root ? -1 : G->root; }

static int children(const upc_stride_topology_t *G, int rank) {
  return rank == G->root ? upc_stride_nodes(G) - 1 : 0;
}

static int child(const upc_stride_topology_t *G, int rank, int i) {
  (void)rank;
  return upc_stride_rank_at(G, i + 1);
}

const upc_stride_tree_t upc_stride_tree_flat = {parent, children, child, 1};
