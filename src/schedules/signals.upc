/* SPDX-License-Identifier: BSD-3-Clause
 * Signals that several schedules share: barriers, and signals up and down a tree. */
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

static int carries_done(const upc_stride_plan_t *P, const upc_stride_edge_t *edge) {
  return P->sync.out == UPC_STRIDE_ALL_MEMBERS || (P->sync.out == UPC_STRIDE_MY && edge->direct);
}

void upc_stride_signal_done(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree) {
  int i;
  for (i = 0; i < tree->children; i++)
    if (carries_done(P, &tree->child[i])) upc_stride_plan_await(P, tree->child[i].thread);
  if (tree->parent.thread >= 0 && carries_done(P, &tree->parent)) upc_stride_plan_signal(P, tree->parent.thread);
}
