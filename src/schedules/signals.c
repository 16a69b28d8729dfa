/* SPDX-License-Identifier: BSD-3-Clause
 * What several schedules share: barriers, signals up and down a tree, and the caller's blocks of a broadcast. */
#include "schedules/schedule.h"

int upc_stride_owns(const upc_stride_builder_t *B, const upc_stride_end_t *end) {
  return upc_stride_has_part(end, B->me);
}

void upc_stride_enter(const upc_stride_role_t *role) {
  if (role->builder->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(role->builder, role->group);
}

void upc_stride_leave(const upc_stride_role_t *role) {
  if (role->builder->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(role->builder, role->group);
}

void upc_stride_signal_up(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree) {
  int i;
  for (i = 0; i < tree->children; i++) upc_stride_plan_await(B, tree->child[i].thread);
  if (tree->parent.thread >= 0) upc_stride_plan_signal(B, tree->parent.thread);
}

void upc_stride_signal_down(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree) {
  int i;
  if (tree->parent.thread >= 0) upc_stride_plan_await(B, tree->parent.thread);
  for (i = 0; i < tree->children; i++) upc_stride_plan_signal(B, tree->child[i].thread);
}

upc_stride_memory_t upc_stride_own_copy(const upc_stride_builder_t *B) {
  upc_stride_own_t own;
  if (B->me == B->flow->src.thread) return upc_stride_base_memory(B, &B->src, 0, B->flow->len);
  upc_stride_own_first(&own, &B->flow->dst.picks, B->me);
  return upc_stride_base_memory(B, &B->dst, own.offset, B->flow->len);
}

void upc_stride_fill_own(upc_stride_builder_t *B) {
  if (B->me == B->flow->src.thread && upc_stride_owns(B, &B->flow->dst)) upc_stride_plan_move(B, B->me, B->me);
  upc_stride_plan_spread(B, B->me);
}

static int carries_done(const upc_stride_builder_t *B, const upc_stride_edge_t *edge) {
  return B->sync.out == UPC_STRIDE_ALL_MEMBERS || (B->sync.out == UPC_STRIDE_MY && edge->direct && !B->flow->lends);
}

void upc_stride_signal_done(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree) {
  int i;
  for (i = 0; i < tree->children; i++)
    if (carries_done(B, &tree->child[i])) upc_stride_plan_await(B, tree->child[i].thread);
  if (tree->parent.thread >= 0 && carries_done(B, &tree->parent)) upc_stride_plan_signal(B, tree->parent.thread);
}
