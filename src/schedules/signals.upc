/* SPDX-License-Identifier: BSD-3-Clause
 * What several schedules share: barriers, signals up and down a tree, and the caller's blocks of a broadcast. */
#include "schedules/schedule.h"

int upc_stride_owns(const upc_stride_end_t *end) { return upc_stride_has_part(end, MYTHREAD); }

void upc_stride_enter(const upc_stride_task_t *task) {
  if (task->plan->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(task->plan, task->group);
}

void upc_stride_leave(const upc_stride_task_t *task) {
  if (task->plan->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(task->plan, task->group);
}

void upc_stride_signal_up(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree) {
  int i;
  for (i = 0; i < tree->children; i++) upc_stride_plan_await(P, tree->child[i].thread);
  if (tree->parent.thread >= 0) upc_stride_plan_signal(P, tree->parent.thread);
}

void upc_stride_signal_down(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree) {
  int i;
  if (tree->parent.thread >= 0) upc_stride_plan_await(P, tree->parent.thread);
  for (i = 0; i < tree->children; i++) upc_stride_plan_signal(P, tree->child[i].thread);
}

shared [] char *upc_stride_own_copy(const upc_stride_plan_t *P) {
  upc_stride_own_t own;
  shared [] char *part;
  if (MYTHREAD == P->flow->src.thread) return P->src.place;
  upc_stride_own_first(&own, &P->flow->dst.picks, MYTHREAD);
  part = upc_stride_part(P->dst.array, MYTHREAD);
  return part + own.offset;
}

void upc_stride_fill_own(upc_stride_plan_t *P) {
  if (MYTHREAD == P->flow->src.thread && upc_stride_owns(&P->flow->dst)) upc_stride_plan_move(P, MYTHREAD, MYTHREAD);
  upc_stride_plan_spread(P, MYTHREAD);
}

static int carries_done(const upc_stride_plan_t *P, const upc_stride_edge_t *edge) {
  return P->sync.out == UPC_STRIDE_ALL_MEMBERS || (P->sync.out == UPC_STRIDE_MY && edge->direct);
}

void upc_stride_signal_done(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree) {
  int i;
  for (i = 0; i < tree->children; i++)
    if (carries_done(P, &tree->child[i])) upc_stride_plan_await(P, tree->child[i].thread);
  if (tree->parent.thread >= 0 && carries_done(P, &tree->parent)) upc_stride_plan_signal(P, tree->parent.thread);
}
