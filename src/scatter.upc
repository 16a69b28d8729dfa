/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_scatter and upc_stride_scatterv. */
#include "operations.h"

static void check_ends(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  P->flow.kind = UPC_STRIDE_PIECES_OUT;
}

void upc_stride_build_scatter(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  check_ends(P, args);
  if (args->len > 0) upc_stride_check_place(P, "src", &P->src, &P->flow.src);
  upc_stride_check_len(&P->site, "dst", &P->flow.dst.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  P->flow.len = args->len;
  upc_stride_hand_over(P, args->len, 0);
}

void upc_stride_build_scatterv(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k, most;
  check_ends(P, args);
  k = P->flow.dst.picks.blocks;
  upc_stride_keep_pieces(P, args, k);
  upc_stride_line_up(P, k);
  upc_stride_check_pieces(P, "dst", &P->flow.dst.picks, NULL, 0, k);
  most = upc_stride_largest(P, k);
  if (most > 0) upc_stride_check_place(P, "src", &P->src, &P->flow.src);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  upc_stride_hand_over(P, most, 0);
}
