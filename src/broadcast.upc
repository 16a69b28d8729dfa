/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_broadcast, and upc_stride_lend: a broadcast whose members near to the root get no copy. */
#include "operations.h"
#include "schedules/schedules.h"

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
  upc_stride_hand_over(P, args->len, 0);
}

/* Others read the library's memory after the call, which a view copies to and from. */
static void check_lent(const upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  static const char *const wrong = "a view of the program's memory, must be of memory of the library";
  if (args->own.lent == NULL) upc_stride_fail(&P->site, "lent", "null, must lead to where the address goes");
  if (args->dst->array->view != NULL) upc_stride_fail(&P->site, "dst", "%s", wrong);
  if (args->place_view != 0) upc_stride_fail(&P->site, "src", "%s", wrong);
}

void upc_stride_build_lend(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  enum { FEW = 8 };
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  check_arguments(P, args);
  check_lent(P, args);
  P->builder->flow->lends = 1;
  if (args->len == 0 || !upc_stride_takes_part(&M, P, args->len)) return;
  upc_stride_choose_for(&choice, P, &M, args->len, 0);
  if (choice.part[0].schedule->tree == UPC_STRIDE_NO_TREE)
    upc_stride_schedule_named(UPC_STRIDE_OP_BROADCAST, M.group.n <= FEW ? "flat" : "binomial", &choice);
  upc_stride_write_plan(P->builder, &M, &choice);
  upc_stride_members_end(&M, P->builder->flow);
}
