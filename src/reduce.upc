/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_reduce, upc_stride_reduce_all and upc_stride_prefix_reduce: look at the arguments, find the team, and hand
 * over to the schedule. */
#include "pieces.h"
#include "schedules/reduce.h"

void upc_stride_build_reduce(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_values_t *v;
  upc_stride_choice_t choice;
  upc_stride_team_t from;
  upc_stride_group_t group;
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  v = upc_stride_check_values(P, args);
  if (v->n > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  if (v->n == 0 || P->flow.src.picks.blocks == 0) return;
  if (!upc_stride_owns(&P->flow.src) && !upc_stride_owns(&P->flow.dst)) return;
  upc_stride_team(&from, &P->flow.src.picks);
  upc_stride_group_thread_too(&group, &from, P->flow.dst.thread);
  upc_stride_choose_for(&choice, P, &from, &group, v->bytes, v->ordered);
  switch (choice.schedule->kind) {
    case UPC_STRIDE_TREE: upc_stride_reduce_tree(P, &from, P->flow.dst.thread, &choice); break;
    case UPC_STRIDE_PAIRWISE: upc_stride_reduce_slices(P, &group, 0); break;
    case UPC_STRIDE_LAST_ARRIVER_KIND: upc_stride_reduce_last_arriver(P, &group, 0); break;
    default: upc_stride_reduce_flat(P, &group, 0);
  }
  upc_stride_group_end(&group);
  upc_stride_team_end(&from);
}

static void build_all(upc_stride_plan_t *P, const upc_stride_args_t *args, int prefix) {
  upc_stride_values_t *v;
  upc_stride_choice_t choice;
  upc_stride_team_t to, from;
  upc_stride_group_t group;
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  if (prefix) upc_stride_check_counts(P);
  v = upc_stride_check_values(P, args);
  upc_stride_check_fit(P, "dst", &P->flow.dst.picks);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  if (v->n == 0 || P->flow.dst.picks.blocks == 0 || P->flow.src.picks.blocks == 0) return;
  if (!upc_stride_owns(&P->flow.src) && !upc_stride_owns(&P->flow.dst)) return;
  upc_stride_team(&to, &P->flow.dst.picks);
  upc_stride_team(&from, &P->flow.src.picks);
  upc_stride_group_teams(&group, &to, &from);
  upc_stride_choose_for(&choice, P, &to, &group, v->bytes, v->ordered);
  switch (choice.schedule->kind) {
    case UPC_STRIDE_TREE: upc_stride_reduce_all_tree(P, &group, &to, &from, &choice); break;
    case UPC_STRIDE_PAIRWISE: upc_stride_reduce_slices(P, &group, prefix); break;
    case UPC_STRIDE_LAST_ARRIVER_KIND: upc_stride_reduce_last_arriver(P, &group, prefix); break;
    default: upc_stride_reduce_flat(P, &group, prefix);
  }
  upc_stride_group_end(&group);
  upc_stride_team_end(&to);
  upc_stride_team_end(&from);
}

void upc_stride_build_reduce_all(upc_stride_plan_t *P, const upc_stride_args_t *args) { build_all(P, args, 0); }

void upc_stride_build_prefix_reduce(upc_stride_plan_t *P, const upc_stride_args_t *args) { build_all(P, args, 1); }
