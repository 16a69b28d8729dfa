/* SPDX-License-Identifier: BSD-3-Clause
 * The members of a group: their nodes and leaders (schedule.h), and the rounds in which they meet, as threads: in the
 * order of the torus if the group is a team on one (trees/rounds.h), else round the group. */
#include "schedules/schedule.h"
#include "transport/directory.h"
#include "trees/rounds.h"

void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_plan_t *P, const upc_stride_group_t *G) {
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
}

int upc_stride_leader(const upc_stride_nodes_t *x, int node) {
  return upc_stride_group_thread(x->group, x->leader[node]);
}

void upc_stride_group_rounds(const upc_stride_group_t *G, int *to, int *from) {
  int r, rank = upc_stride_group_rank(G, MYTHREAD);
  if (G->count == 0 && upc_stride_on_torus(G->team)) {
    upc_stride_topology_t topology;
    upc_stride_topology(&topology, G->team, MYTHREAD);
    upc_stride_rounds(&topology, rank, to, from);
    for (r = 0; r < G->n; r++) {
      to[r] = upc_stride_team_thread(G->team, to[r]);
      from[r] = upc_stride_team_thread(G->team, from[r]);
    }
    return;
  }
  upc_stride_group_round(G, rank, G->n, to);
  from[0] = to[0];
  for (r = 1; r < G->n; r++) from[r] = to[G->n - r];
}
