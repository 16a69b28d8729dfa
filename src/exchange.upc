/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_exchange and upc_stride_exchangev: look at the arguments, find the team, and hand over to the schedule. */
#include "operations.h"
#include "pieces.h"

static void build(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k;
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  upc_stride_check_counts(P);
  k = P->flow.dst.picks.blocks;
  upc_stride_check_len(&P->call, "dst", &P->flow.dst.picks, k, args->len);
  upc_stride_check_len(&P->call, "src", &P->flow.src.picks, k, args->len);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  P->flow.kind = UPC_STRIDE_SLOTS;
  P->flow.len = args->len;
  upc_stride_between_sections(P, args->len);
}

static void build_v(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  size_t k;
  upc_stride_check_end(P, "dst", args->dst, &P->flow.dst);
  upc_stride_check_end(P, "src", args->src, &P->flow.src);
  upc_stride_check_counts(P);
  k = P->flow.dst.picks.blocks;
  upc_stride_keep_pieces(P, args, k * k);
  upc_stride_line_up_slots(P, k);
  upc_stride_check_slots(P, k);
  P->sync = upc_stride_check_flags(&P->call, args->flags);
  P->flow.kind = UPC_STRIDE_SLOTS;
  upc_stride_between_sections(P, upc_stride_largest(P, k * k));
}

static upc_stride_args_t arguments(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t len,
                                   upc_flag_t sync_flags) {
  upc_stride_args_t a = {0};
  a.operation = UPC_STRIDE_OP_EXCHANGE;
  a.name = "upc_stride_exchange";
  a.dst = dst;
  a.src = src;
  a.len = len;
  a.flags = sync_flags;
  return a;
}

static upc_stride_args_t arguments_v(const upc_stride_section_t *dst, const upc_stride_section_t *src,
                                     const size_t *counts, const size_t *dst_displs, const size_t *src_displs,
                                     upc_flag_t sync_flags) {
  upc_stride_args_t a = {0};
  a.operation = UPC_STRIDE_OP_EXCHANGE;
  a.name = "upc_stride_exchangev";
  a.dst = dst;
  a.src = src;
  a.counts = counts;
  a.displs = dst_displs;
  a.src_displs = src_displs;
  a.flags = sync_flags;
  return a;
}

void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(&dst, &src, len, sync_flags);
  upc_stride_call(&a, build);
}

upc_stride_handle_t upc_stride_exchange_nb(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                           upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments(&dst, &src, len, sync_flags);
  return upc_stride_call_nb(&a, build);
}

void upc_stride_exchangev(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                          const size_t *dst_displs, const size_t *src_displs, upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments_v(&dst, &src, counts, dst_displs, src_displs, sync_flags);
  upc_stride_call(&a, build_v);
}

upc_stride_handle_t upc_stride_exchangev_nb(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                            const size_t *dst_displs, const size_t *src_displs,
                                            upc_flag_t sync_flags) {
  upc_stride_args_t a = arguments_v(&dst, &src, counts, dst_displs, src_displs, sync_flags);
  return upc_stride_call_nb(&a, build_v);
}
