/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_exchange and upc_stride_exchangev. */
#include "operations.h"

void upc_stride_build_exchange(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  size_t k = upc_stride_check_both(P, args);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, k, args->len);
  upc_stride_check_len(&P->site, "src", &B->flow->src.picks, k, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_PIECES_EXCHANGED;
  B->flow->len = args->len;
  upc_stride_check_in_place(P);
  upc_stride_plan_call(P, args->len, 0);
}

void upc_stride_build_exchangev(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  size_t k = upc_stride_check_both(P, args);
  upc_stride_keep_pieces(P, args, k * k);
  upc_stride_line_up_slots(P, k);
  upc_stride_check_slots(P, k);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_PIECES_EXCHANGED;
  upc_stride_check_in_place(P);
  upc_stride_plan_call(P, upc_stride_largest(P, k * k), 0);
}
