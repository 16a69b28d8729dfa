/* SPDX-License-Identifier: BSD-3-Clause
 * Nodes and their leaders: explained in nodes.h. */
#include "schedules/nodes.h"
#include "transport/directory.h"

void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_plan_t *P, const upc_stride_group_t *G, int first) {
  int r, i, *name = upc_stride_plan_alloc(P, sizeof(int) * (size_t)G->n);
  x->group = G;
  x->node_of = upc_stride_plan_alloc(P, sizeof(int) * (size_t)G->n);
  x->leader = upc_stride_plan_alloc(P, sizeof(int) * (size_t)G->n);
  x->count = 0;
  for (r = 0; r < G->n; r++) {
    int node = upc_stride_node(upc_stride_group_thread(G, r));
    for (i = 0; i < x->count && name[i] != node; i++) {}
    if (i == x->count) {
      name[x->count] = node;
      x->leader[x->count++] = r;
    }
    x->node_of[r] = i;
  }
  x->mine = x->node_of[upc_stride_group_rank(G, MYTHREAD)];
  if (first < 0) return;
  r = upc_stride_group_rank(G, first);
  if (r >= 0) x->leader[x->node_of[r]] = r;
}

int upc_stride_leader(const upc_stride_nodes_t *x, int node) {
  return upc_stride_group_thread(x->group, x->leader[node]);
}
