/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by two trees. Values go up the tree of the owners of src to its first member, as in reduce_tree.c. From
 * there the result goes down the tree of the owners of dst.
 *
 * Wins for few values and many members. Cost for binomial trees: 2 log2(p) * latency, and each member combines only
 * what its children send (Thakur, Rabenseifner, Gropp, 2005). The barriers of ALLSYNC are those of all members.
 */
#include "schedules/reduce.h"

/* The result from the parent, and on to the children. */
static void pass_down(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, upc_stride_memory_t result) {
  int i;
  if (w->parent.thread >= 0) upc_stride_plan_receive(B, w->parent.thread, result);
  for (i = 0; i < w->children; i++) upc_stride_plan_send(B, w->child[i].thread, result);
  if (upc_stride_owns(B, &B->flow->dst)) upc_stride_fill_others(B, result);
}

void upc_stride_reduce_all_tree(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  upc_stride_memory_t result = upc_stride_in_buffer(0, 0);
  upc_stride_enter(role);
  if (role->up != NULL) result = upc_stride_reduce_up(role);
  if (role->down != NULL) {
    if (role->down->parent.thread >= 0) result = upc_stride_own_result(B);
    pass_down(B, role->down, result);
  }
  upc_stride_leave(role);
}
