/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_reduce, upc_stride_reduce_all and upc_stride_prefix_reduce: look at the arguments, find the team, and hand
 * over to the schedule. */
#include "reduce.h"

static void build_reduce(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_values_t *v;
  upc_stride_choice_t choice;
  upc_stride_team_t from;
  upc_stride_group_t group;
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  v = upc_stride_check_values(P, args);
  if (v->n > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  if (v->n == 0 || P->flow.src.picks.blocks == 0) return;
  if (!upc_stride_owns(&P->flow.src) && !upc_stride_owns(&P->flow.dst)) return;
  upc_stride_team(&from, &P->flow.src.picks);
  upc_stride_group_thread_too(&group, &from, P->flow.dst.thread);
  upc_stride_choose_for(&choice, P, &from, &group, v->bytes, v->ordered);
  switch (choice.schedule->kind) {
    case UPC_STRIDE_TREE: upc_stride_reduce_tree(P, &from, P->flow.dst.thread, &choice); break;
    case UPC_STRIDE_PAIRWISE: upc_stride_reduce_slices(P, &group, 0); break;
    case UPC_STRIDE_LEADER: upc_stride_reduce_leader(P, &group, 0); break;
    default: upc_stride_reduce_flat(P, &group, 0);
  }
  upc_stride_group_end(&group);
  upc_stride_team_end(&from);
}

/* Both reduce_all and prefix_reduce. */
static void build_all(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  int prefix = args->operation == UPC_STRIDE_OP_PREFIX_REDUCE;
  upc_stride_values_t *v;
  upc_stride_choice_t choice;
  upc_stride_team_t to, from;
  upc_stride_group_t group;
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  if (prefix && P->flow.src.picks.blocks != P->flow.dst.picks.blocks)
    upc_stride_fail(&P->call, "src", "%zu blocks, must be as many as in dst (%zu)", P->flow.src.picks.blocks,
                    P->flow.dst.picks.blocks);
  v = upc_stride_check_values(P, args);
  upc_stride_check_fit(P, "dst", &P->flow.dst.picks);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  if (v->n == 0 || P->flow.dst.picks.blocks == 0 || P->flow.src.picks.blocks == 0) return;
  if (!upc_stride_owns(&P->flow.src) && !upc_stride_owns(&P->flow.dst)) return;
  upc_stride_team(&to, &P->flow.dst.picks);
  upc_stride_team(&from, &P->flow.src.picks);
  upc_stride_group_teams(&group, &to, &from);
  upc_stride_choose_for(&choice, P, &to, &group, v->bytes, v->ordered);
  switch (choice.schedule->kind) {
    case UPC_STRIDE_TREE: upc_stride_reduce_all_tree(P, &group, &to, &from, &choice); break;
    case UPC_STRIDE_PAIRWISE: upc_stride_reduce_slices(P, &group, prefix); break;
    case UPC_STRIDE_LEADER: upc_stride_reduce_leader(P, &group, prefix); break;
    default: upc_stride_reduce_flat(P, &group, prefix);
  }
  upc_stride_group_end(&group);
  upc_stride_team_end(&to);
  upc_stride_team_end(&from);
}

static upc_stride_args_t arguments(int operation, const upc_stride_section_t *src, size_t nelems, upc_op_t op,
                                   upc_type_t type, void (*func)(const void *, void *, size_t),
                                   upc_flag_t sync_flags) {
  upc_stride_args_t a = {0};
  a.operation = operation;
  a.name = upc_stride_operation_name(operation);
  a.src = src;
  a.len = nelems;
  a.op = op;
  a.type = type;
  a.func = func;
  a.flags = sync_flags;
  return a;
}

void upc_stride_reduce(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
                       void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_REDUCE, &src, nelems, op, type, func, sync_flags);
  a.place = dst;
  upc_stride_call(&a, build_reduce);
}

upc_stride_handle_t upc_stride_reduce_nb(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                                         upc_type_t type, void (*func)(const void *, void *, size_t),
                                         upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_REDUCE, &src, nelems, op, type, func, sync_flags);
  a.place = dst;
  return upc_stride_call_nb(&a, build_reduce);
}

void upc_stride_reduce_all(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                           upc_type_t type, void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_REDUCE_ALL, &src, nelems, op, type, func, sync_flags);
  a.dst = &dst;
  upc_stride_call(&a, build_all);
}

upc_stride_handle_t upc_stride_reduce_all_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                             upc_op_t op, upc_type_t type, void (*func)(const void *, void *, size_t),
                                             upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_REDUCE_ALL, &src, nelems, op, type, func, sync_flags);
  a.dst = &dst;
  return upc_stride_call_nb(&a, build_all);
}

void upc_stride_prefix_reduce(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                              upc_type_t type, void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_PREFIX_REDUCE, &src, nelems, op, type, func, sync_flags);
  a.dst = &dst;
  upc_stride_call(&a, build_all);
}

upc_stride_handle_t upc_stride_prefix_reduce_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                                upc_op_t op, upc_type_t type,
                                                void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(UPC_STRIDE_OP_PREFIX_REDUCE, &src, nelems, op, type, func, sync_flags);
  a.dst = &dst;
  return upc_stride_call_nb(&a, build_all);
}
