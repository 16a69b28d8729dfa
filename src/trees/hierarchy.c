/* SPDX-License-Identifier: BSD-3-Clause
 * Composed trees: explained in tree.h. */
#include "trees/tree.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* A line of members with the root at its place 0. */
static void line(upc_stride_topology_t *G, int members, int arity) {
  memset(G, 0, sizeof *G);
  G->members = G->side[0].size = members;
  G->ndims = 1;
  G->arity = arity;
}

/* Numbers the nodes in the order in which ranks meet them, from the root on. Returns the ranks on each. */
static int *count_nodes(upc_stride_hierarchy_t *H, int ranks, int root, const int *node_of) {
  int *count = upc_stride_alloc((size_t)ranks + 1, sizeof(int), "a tree");
  int *name = upc_stride_alloc((size_t)ranks, sizeof(int), "a tree"), i, k;
  H->nodes = 0;
  for (i = 0; i < ranks; i++) {
    int rank = (root + i) % ranks;
    for (k = 0; k < H->nodes && name[k] != node_of[rank]; k++) {}
    if (k == H->nodes) name[H->nodes++] = node_of[rank];
    H->node[rank] = k;
    count[k]++;
  }
  free(name);
  return count;
}

void upc_stride_hierarchy_new(upc_stride_hierarchy_t *H, const upc_stride_tree_t *among, int arity,
                              const upc_stride_tree_t *within, int within_arity, int ranks, int root,
                              const int *node_of) {
  int *count, i;
  H->among = among;
  H->within = within;
  H->node = upc_stride_alloc((size_t)ranks, sizeof(int), "a tree");
  H->place = upc_stride_alloc((size_t)ranks, sizeof(int), "a tree");
  H->first = upc_stride_alloc((size_t)ranks + 1, sizeof(int), "a tree");
  H->member = upc_stride_alloc((size_t)ranks, sizeof(int), "a tree");
  count = count_nodes(H, ranks, root, node_of);
  for (i = 0; i < H->nodes; i++) H->first[i + 1] = H->first[i] + count[i];
  memset(count, 0, (size_t)ranks * sizeof(int));
  H->member[0] = root;
  count[0] = 1;
  for (i = 0; i < ranks; i++) {
    if (i == root) continue;
    H->place[i] = count[H->node[i]]++;
    H->member[H->first[H->node[i]] + H->place[i]] = i;
  }
  free(count);
  line(&H->leaders, H->nodes, arity);
  line(&H->inner, 0, within_arity);
}

void upc_stride_hierarchy_end(upc_stride_hierarchy_t *H) {
  free(H->node);
  free(H->place);
  free(H->first);
  free(H->member);
}

/* The tree within a node. */
static const upc_stride_topology_t *inside(upc_stride_hierarchy_t *H, int node) {
  H->inner.members = H->inner.side[0].size = H->first[node + 1] - H->first[node];
  return &H->inner;
}

int upc_stride_hierarchy_parent(upc_stride_hierarchy_t *H, int rank) {
  int node = H->node[rank], above;
  if (H->place[rank] > 0) return H->member[H->first[node] + H->within->parent(inside(H, node), H->place[rank])];
  above = H->among->parent(&H->leaders, node);
  return above < 0 ? -1 : H->member[H->first[above]];
}

int upc_stride_hierarchy_children(upc_stride_hierarchy_t *H, int rank, int *child) {
  const int node = H->node[rank], place = H->place[rank];
  const int among = place == 0 ? H->among->children(&H->leaders, node) : 0;
  const int within = H->within->children(inside(H, node), place);
  int i;
  for (i = 0; i < among && child != NULL; i++) child[i] = H->member[H->first[H->among->child(&H->leaders, node, i)]];
  for (i = 0; i < within && child != NULL; i++)
    child[among + i] = H->member[H->first[node] + H->within->child(&H->inner, place, i)];
  return among + within;
}
