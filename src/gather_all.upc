/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_gather_all and upc_stride_gather_allv. */
#include "operations.h"

static void check_ends(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  B->flow->kind = UPC_STRIDE_PIECES_ALL;
  /* a piece may be the block it is read from */
  B->flow->piecewise = upc_stride_same_memory(args->dst->array, args->src->array);
}

void upc_stride_build_gather_all(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  check_ends(P, args);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, B->flow->src.picks.blocks, args->len);
  upc_stride_check_len(&P->site, "src", &B->flow->src.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->len = args->len;
  upc_stride_check_in_place(P);
  upc_stride_plan_call(P, args->len, 0);
}

void upc_stride_build_gather_allv(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  size_t k;
  check_ends(P, args);
  k = B->flow->src.picks.blocks;
  upc_stride_keep_pieces(P, args, k);
  upc_stride_line_up(P, k);
  upc_stride_check_pieces(P, "src", &B->flow->src.picks, NULL, 0, k);
  if (B->flow->dst.picks.blocks > 0)
    upc_stride_check_pieces(P, "dst", &B->flow->dst.picks, B->flow->displs, 1, k);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  upc_stride_check_in_place(P);
  upc_stride_plan_call(P, upc_stride_largest(P, k), 0);
}
