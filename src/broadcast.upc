/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_broadcast. */
#include "operations.h"

void upc_stride_build_broadcast(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  if (args->len > 0) upc_stride_check_place(P, "src", &B->src, &B->flow->src);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_TO_ALL;
  B->flow->len = args->len;
  upc_stride_hand_over(P, args->len, 0);
}
