/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_gather and upc_stride_gatherv. */
#include "operations.h"

static void check_ends(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  P->flow.kind = UPC_STRIDE_PIECES_IN;
}

void upc_stride_build_gather(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  check_ends(P, args);
  if (args->len > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  upc_stride_check_len(&P->site, "src", &P->flow.src.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  P->flow.len = args->len;
  upc_stride_hand_over(P, args->len, 0);
}

void upc_stride_build_gatherv(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k, most;
  check_ends(P, args);
  k = P->flow.src.picks.blocks;
  upc_stride_keep_pieces(P, args, k);
  upc_stride_line_up(P, k);
  upc_stride_check_pieces(P, "src", &P->flow.src.picks, NULL, 0, k);
  most = upc_stride_largest(P, k);
  if (most > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  upc_stride_hand_over(P, most, 0);
}
