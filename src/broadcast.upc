/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_broadcast. */
#include "operations.h"

void upc_stride_build_broadcast(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "dst", args->dst, &P->flow->dst);
  if (args->len > 0) upc_stride_check_place(P, "src", &P->src, &P->flow->src);
  upc_stride_check_len(&P->site, "dst", &P->flow->dst.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  P->flow->kind = UPC_STRIDE_TO_ALL;
  P->flow->len = args->len;
  upc_stride_hand_over(P, args->len, 0);
}
