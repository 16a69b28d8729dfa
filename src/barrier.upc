/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_barrier: the section is both ends of a call that moves nothing. */
#include "operations.h"

void upc_stride_build_barrier(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  upc_stride_check_end(P, "section", args->dst, &B->flow->dst);
  B->src = B->dst;
  B->flow->src = B->flow->dst;
  B->sync = upc_stride_check_flags(&P->site, 0);
  if (!P->args.agrees) {
    upc_stride_plan_call(P, 1, 0);
  } else if (upc_stride_takes_part(&M, P, 1)) {
    upc_stride_choose_for(&choice, P, &M, 1, 0); /* an agreement is a barrier: of the schedule nothing is written */
    upc_stride_members_end(&M, B->flow);
  }
}
