/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_broadcast: looks at the arguments, finds the team, and hands over to the schedule. */
#include "base/near.h"
#include "base/port.h"
#include "operations.h"

/* Bytes from which the root helps to copy: with a core for everybody; where they share the cores evenly. */
enum { SHARED_FROM = 64 << 10, CROWDED_FROM = 1 << 20 };

/* 1 where the root takes part in copying: all of one node, the members' entry known, and no core left out. */
static int shared_copying(const upc_stride_plan_t *P, const upc_stride_choice_t *choice, int members) {
  int cores = upc_stride_cores();
  size_t from = members <= cores ? SHARED_FROM : members % cores == 0 ? CROWDED_FROM : (size_t)-1;
  return choice->schedule->kind == UPC_STRIDE_FLAT && P->args.len >= from && P->sync.in != UPC_STRIDE_NO &&
         members > 1 && upc_stride_all_near();
}

void upc_stride_build_broadcast(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_choice_t choice;
  upc_stride_team_t team;
  upc_stride_group_t group;
  int root;
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  if (args->len > 0) upc_stride_check_place(P, "src", &P->src, &P->flow.src);
  upc_stride_check_len(&P->site, "dst", &P->flow.dst.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  if (args->len == 0 || P->flow.dst.picks.blocks == 0) return;
  P->flow.kind = UPC_STRIDE_TO_ALL;
  P->flow.len = args->len;
  if (!upc_stride_owns(&P->flow.dst) && !upc_stride_owns(&P->flow.src)) return;
  root = P->flow.src.thread;
  upc_stride_team(&team, &P->flow.dst.picks);
  upc_stride_group_thread_too(&group, &team, root);
  upc_stride_choose_for(&choice, P, &team, &group, args->len, 0);
  if (choice.schedule->kind == UPC_STRIDE_LAST_ARRIVER_KIND) upc_stride_flow_last_arriver(P, &group);
  else if (shared_copying(P, &choice, group.n)) upc_stride_broadcast_shared(P, &team, root);
  else upc_stride_broadcast_tree(P, &team, root, &choice);
  upc_stride_group_end(&group);
  upc_stride_team_end(&team);
}
