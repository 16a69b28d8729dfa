/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_gather and upc_stride_gatherv: look at the arguments, find the team, and hand over to the schedule. */
#include "pieces.h"

static void ends(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  P->flow.kind = UPC_STRIDE_PIECES_IN;
}

static void build(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  ends(P, args);
  if (args->len > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  upc_stride_check_len(&P->call, "src", &P->flow.src.picks, 1, args->len);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  P->flow.len = args->len;
  upc_stride_with_root(P, args->len);
}

static void build_v(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k, most;
  ends(P, args);
  k = P->flow.src.picks.blocks;
  upc_stride_keep_pieces(P, args, k);
  upc_stride_line_up(P, k);
  upc_stride_check_pieces(P, "src", &P->flow.src.picks, NULL, 0, k);
  most = upc_stride_largest(P, k);
  if (most > 0) upc_stride_check_place(P, "dst", &P->dst, &P->flow.dst);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  upc_stride_with_root(P, most);
}

static upc_stride_args_t arguments(const char *name, const upc_stride_section_t *src, shared const void *dst,
                                   upc_flag_t sync_flags) {
  upc_stride_args_t a = {0};
  a.operation = UPC_STRIDE_OP_GATHER;
  a.name = name;
  a.src = src;
  a.place = dst;
  a.flags = sync_flags;
  return a;
}

void upc_stride_gather(shared void *dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather", &src, dst, sync_flags);
  a.len = len;
  upc_stride_call(&a, build);
}

upc_stride_handle_t upc_stride_gather_nb(shared void *dst, upc_stride_section_t src, size_t len,
                                         upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gather", &src, dst, sync_flags);
  a.len = len;
  return upc_stride_call_nb(&a, build);
}

void upc_stride_gatherv(shared void *dst, upc_stride_section_t src, const size_t *counts,
                        const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gatherv", &src, dst, sync_flags);
  a.counts = counts;
  a.displs = displs;
  upc_stride_call(&a, build_v);
}

upc_stride_handle_t upc_stride_gatherv_nb(shared void *dst, upc_stride_section_t src, const size_t *counts,
                                          const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments("upc_stride_gatherv", &src, dst, sync_flags);
  a.counts = counts;
  a.displs = displs;
  return upc_stride_call_nb(&a, build_v);
}
