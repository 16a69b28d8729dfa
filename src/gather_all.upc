/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_gather_all and upc_stride_gather_allv: look at the arguments, find the team, hand over to the schedule. */
#include "pieces.h"

static void ends(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  P->flow.kind = UPC_STRIDE_PIECES_ALL;
  P->flow.piecewise = args->dst->array->base == args->src->array->base; /* a slot may be the block it is read from */
}

static void build(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  ends(P, args);
  upc_stride_check_len(&P->call, "dst", &P->flow.dst.picks, P->flow.src.picks.blocks, args->len);
  upc_stride_check_len(&P->call, "src", &P->flow.src.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  P->flow.len = args->len;
  upc_stride_between_sections(P, args->len);
}

static void build_v(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k;
  ends(P, args);
  k = P->flow.src.picks.blocks;
  upc_stride_keep_pieces(P, args, k);
  upc_stride_line_up(P, k);
  upc_stride_check_pieces(P, "src", &P->flow.src.picks, NULL, 0, k);
  if (P->flow.dst.picks.blocks > 0)
    upc_stride_check_pieces(P, "dst", &P->flow.dst.picks, P->flow.displs, 1, k);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  upc_stride_between_sections(P, upc_stride_largest(P, k));
}

static upc_stride_args_t arguments(const char *name, const upc_stride_section_t *dst, const upc_stride_section_t *src,
                                   upc_flag_t sync_flags) {
  upc_stride_args_t a = {0};
  a.operation = UPC_STRIDE_OP_GATHER_ALL;
  a.name = name;
  a.dst = dst;
  a.src = src;
  a.flags = sync_flags;
  return a;
}

void upc_stride_gather_all(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather_all", &dst, &src, sync_flags);
  a.len = len;
  upc_stride_call(&a, build);
}

upc_stride_handle_t upc_stride_gather_all_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                             upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather_all", &dst, &src, sync_flags);
  a.len = len;
  return upc_stride_call_nb(&a, build);
}

void upc_stride_gather_allv(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                            const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather_allv", &dst, &src, sync_flags);
  a.counts = counts;
  a.displs = displs;
  upc_stride_call(&a, build_v);
}

upc_stride_handle_t upc_stride_gather_allv_nb(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                              const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather_allv", &dst, &src, sync_flags);
  a.counts = counts;
  a.displs = displs;
  return upc_stride_call_nb(&a, build_v);
}
