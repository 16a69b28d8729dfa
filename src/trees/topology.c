/* SPDX-License-Identifier: BSD-3-Clause
 * What a tree is drawn over, from a team and a root; and all children of a member. */
#include "trees/torus.h"
#include "trees/tree.h"

void upc_stride_topology(upc_stride_topology_t *G, const upc_stride_team_t *T, int root_thread) {
  int rank = upc_stride_team_rank(T, root_thread), k;
  G->members = T->n;
  G->root = rank < 0 ? T->n : rank;
  G->nearest = rank < 0 ? upc_stride_team_nearest(T, root_thread) : rank;
  G->arity = 2;
  G->ndims = 0;
  for (k = 0; k < T->ndims; k++) upc_stride_torus_dimension(G, T, k);
}

void upc_stride_children(const upc_stride_tree_t *tree, const upc_stride_topology_t *G, int rank, int n, int *child) {
  int i, nodes = upc_stride_nodes(G), next;
  if (!tree->successive) {
    for (i = 0; i < n; i++) child[i] = tree->child(G, rank, i);
    return;
  }
  for (i = 0, next = n > 0 ? tree->child(G, rank, 0) : 0; i < n; i++) {
    child[i] = next++;
    if (next == nodes) next = 0;
  }
}
