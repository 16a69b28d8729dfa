/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by trees: up the tree of the owners of src to its first member, as in reduce_tree.upc, and from there
 * down the tree of the owners of dst. Wins for few values in large teams: 2 log p latencies, each member combining
 * only what its children send. The barriers of ALLSYNC are those of all members.
 */
#include "schedules/reduce.h"

/* The result from the parent to the buffer at `at`, and on to the children. */
static void pass_down(upc_stride_plan_t *P, const upc_stride_tree_position_t *w, size_t at) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_memory_t result = upc_stride_in_buffer(at, v->bytes);
  int i;
  if (w->parent >= 0) upc_stride_plan_receive(P, w->parent, result);
  for (i = 0; i < w->children; i++) upc_stride_plan_send(P, w->child[i], result);
  if (upc_stride_owns(&P->flow.dst)) upc_stride_deliver(P, at);
}

void upc_stride_reduce_all_tree(upc_stride_plan_t *P, const upc_stride_group_t *G, const upc_stride_team_t *to,
                                const upc_stride_team_t *from, const upc_stride_choice_t *choice) {
  const upc_stride_values_t *v = P->extra;
  int top = upc_stride_team_thread(from, 0);
  upc_stride_tree_position_t w;
  size_t result = 0;
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
  if (upc_stride_owns(&P->flow.src)) {
    upc_stride_tree_position(&w, P, from, top, choice);
    result = upc_stride_reduce_up(P, &w);
    upc_stride_tree_position_end(&w);
  }
  if (MYTHREAD == top || upc_stride_owns(&P->flow.dst)) {
    if (MYTHREAD != top) result = upc_stride_plan_buffer(P, v->bytes);
    upc_stride_tree_position(&w, P, to, top, choice);
    pass_down(P, &w, result);
    upc_stride_tree_position_end(&w);
  }
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
}
