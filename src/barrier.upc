/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_barrier: the section is both ends of a call that moves nothing. */
#include "operations.h"

void upc_stride_build_barrier(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "section", args->dst, &P->flow->dst);
  P->src = P->dst;
  P->flow->src = P->flow->dst;
  P->sync = upc_stride_check_flags(&P->site, 0);
  upc_stride_hand_over(P, 1, 0);
}
