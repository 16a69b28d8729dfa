/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_scatter and upc_stride_gather, and their v-forms: the same with both ends changed. */
#include "operations.h"

static void build(upc_stride_prepared_t *P, const upc_stride_args_t *args, int gathers, int uneven) {
  upc_stride_builder_t *B = P->builder;
  const char *section = gathers ? "src" : "dst", *place = gathers ? "dst" : "src";
  upc_stride_end_t *blocks = gathers ? &B->flow->src : &B->flow->dst, *at = gathers ? &B->flow->dst : &B->flow->src;
  size_t most = args->len, k;
  upc_stride_check_end(P, section, gathers ? args->src : args->dst, blocks);
  k = blocks->picks.blocks;
  B->flow->kind = gathers ? UPC_STRIDE_PIECES_IN : UPC_STRIDE_PIECES_OUT;
  B->flow->len = args->len;
  if (uneven) {
    upc_stride_keep_pieces(P, args, k);
    upc_stride_line_up(P, k);
    upc_stride_check_pieces(P, section, &blocks->picks, NULL, 0, k);
    upc_stride_check_displs(P, k);
    most = upc_stride_largest(P, k);
  }
  if (most > 0) upc_stride_check_place(P, place, gathers ? &B->dst : &B->src, at);
  if (!uneven) upc_stride_check_len(&P->site, section, &blocks->picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  upc_stride_plan_call(P, most, 0);
}

void upc_stride_build_scatter(upc_stride_prepared_t *P, const upc_stride_args_t *args) { build(P, args, 0, 0); }
void upc_stride_build_scatterv(upc_stride_prepared_t *P, const upc_stride_args_t *args) { build(P, args, 0, 1); }
void upc_stride_build_gather(upc_stride_prepared_t *P, const upc_stride_args_t *args) { build(P, args, 1, 0); }
void upc_stride_build_gatherv(upc_stride_prepared_t *P, const upc_stride_args_t *args) { build(P, args, 1, 1); }
