/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_broadcast, and upc_stride_lend: a broadcast whose members near to the root get no copy. */
#include "operations.h"
#include "schedules/schedule.h"

static void check_arguments(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  if (args->len > 0) upc_stride_check_place(P, "src", &B->src, &B->flow->src);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_TO_ALL;
  B->flow->len = args->len;
}

void upc_stride_build_broadcast(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  check_arguments(P, args);
  upc_stride_plan_call(P, args->len, 0);
}

/* Others read the library's memory after the call, which a view copies to and from. */
static void check_lent(const upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  static const char *const wrong = "a view of the program's memory, must be of memory of the library";
  if (args->own.lent == NULL) upc_stride_fail(&P->site, "lent", "null, must lead to where the address goes");
  if (args->dst->array->view != NULL) upc_stride_fail(&P->site, "dst", "%s", wrong);
  if (args->place_view != 0) upc_stride_fail(&P->site, "src", "%s", wrong);
}

static int some_are_near_root(const upc_stride_builder_t *B, const upc_stride_group_t *G) {
  const int root = B->flow->src.thread, node = B->setting->node(root);
  int r, near = 0;
  for (r = 0; r < G->n && !near; r++) {
    const int thread = upc_stride_group_thread(G, r);
    near = thread != root && B->setting->node(thread) == node;
  }
  return near;
}

/* Trees know whom the root serves by address. Where it serves nobody so, a lend is a broadcast by any schedule. */
void upc_stride_build_lend(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  enum { FEW = 8 };
  upc_stride_builder_t *B = P->builder;
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  int by_tree;
  check_arguments(P, args);
  check_lent(P, args);
  if (args->len == 0 || !upc_stride_takes_part(&M, P, args->len)) return;
  upc_stride_choose_for(&choice, P, &M, args->len, 0);
  by_tree = choice.part[0].schedule->tree != UPC_STRIDE_NO_TREE;
  if (!by_tree && some_are_near_root(B, &M.group))
    by_tree = upc_stride_schedule_named(UPC_STRIDE_OP_BROADCAST, M.group.n <= FEW ? "flat" : "binomial", &choice);
  B->flow->lends = by_tree;
  upc_stride_write_plan(B, &M, &choice);
  if (!by_tree) upc_stride_plan_lent(B, NULL);
  upc_stride_members_end(&M, B->flow);
}
