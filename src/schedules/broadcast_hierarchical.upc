/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast by nodes: a binomial tree of one member of each node, its leader, carries the message to all nodes. Each
 * leader has the other members of its node as children. The root leads its own node.
 *
 *   nodes (0 1 2) (3 4 5) (6 7 8), root 1:   1 sends to 6 and 3, and 0 and 2 copy from 1
 *                                            3 sends to 4 and 5, 6 sends to 7 and 8, within their nodes
 *
 * Wins for several threads on each node, numbered so that a tree over all threads crosses the network more often than
 * it must. Cost: log2(nodes) * (latency + bytes / bandwidth) between nodes, in segments less, and the copies within a
 * node (Karonis and others: Exploiting hierarchy in parallel computer networks to optimize collective operation
 * performance, 2000). The tree is walked as any other: broadcast_tree.upc.
 */
#include "base/allocate.h"
#include "base/near.h"
#include "schedules/nodes.h"

#include <stdlib.h>

/* The tree of leaders: places are nodes, counted from the root's. */
static void tree_of_leaders(upc_stride_topology_t *G, int nodes) {
  G->members = nodes;
  G->root = G->nearest = 0;
  G->ndims = 1;
  G->side[0].size = nodes;
  G->torus = 0;
  G->arity = 2;
}

static void add_child(upc_stride_tree_position_t *w, int thread) {
  upc_stride_edge_t *edge = &w->child[w->children++];
  edge->thread = thread;
  edge->direct = w->direct && upc_stride_near(thread);
  edge->first = edge->members = 0;
  w->relays |= !edge->direct;
}

/* A leader's children: leaders of other nodes first, since they have most to do. */
static void add_children(upc_stride_tree_position_t *w, const upc_stride_nodes_t *x, const upc_stride_topology_t *G,
                         int place, int root_node) {
  const upc_stride_tree_t *tree = &upc_stride_tree_knomial;
  int i, r, n = tree->children(G, place);
  for (i = 0; i < n; i++) add_child(w, upc_stride_leader(x, (tree->child(G, place, i) + root_node) % x->count));
  for (r = 0; r < x->group->n; r++)
    if (x->node_of[r] == x->mine && r != x->leader[x->mine]) add_child(w, upc_stride_group_thread(x->group, r));
}

void upc_stride_broadcast_hierarchical(const upc_stride_task_t *task) {
  upc_stride_task_t with_tree = *task;
  upc_stride_tree_position_t w;
  upc_stride_topology_t G;
  upc_stride_nodes_t x;
  int root = task->plan->flow.src.thread, leader, root_node, place;
  upc_stride_find_nodes(&x, task->plan, task->group, root);
  tree_of_leaders(&G, x.count);
  root_node = x.node_of[upc_stride_group_rank(task->group, root)];
  leader = upc_stride_leader(&x, x.mine);
  place = (x.mine - root_node + x.count) % x.count;
  w.root = root;
  w.nodes = task->group->n;
  w.direct = x.mine == root_node;
  w.parent.thread = MYTHREAD == root ? -1 : leader;
  if (MYTHREAD == leader && MYTHREAD != root)
    w.parent.thread = upc_stride_leader(&x, (upc_stride_tree_knomial.parent(&G, place) + root_node) % x.count);
  w.parent.direct = w.direct;
  w.relays = !w.direct;
  w.children = w.nbelow = 0;
  w.below = NULL;
  w.at = NULL;
  w.child = upc_stride_alloc((size_t)task->group->n, sizeof *w.child, "a tree");
  if (MYTHREAD == leader) add_children(&w, &x, &G, place, root_node);
  with_tree.down = &w;
  upc_stride_broadcast_tree(&with_tree);
  free(w.child);
}
