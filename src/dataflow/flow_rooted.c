/* SPDX-License-Identifier: BSD-3-Clause
 * Flows of broadcast, scatter, gather and gather_all: pieces numbered by the blocks of one section. */
#include "dataflow/flow.h"

/* The first block of thread d, or its place: where what all its blocks get goes first. */
static int first_block(const upc_stride_end_t *end, int thread, size_t *offset) {
  upc_stride_own_t own;
  *offset = 0;
  if (end->kind == UPC_STRIDE_AT_PLACE) return end->thread == thread;
  if (!upc_stride_own_first(&own, &end->picks, (size_t)thread)) return 0;
  *offset = end->kind == UPC_STRIDE_AT_EACH_OWNER ? 0 : own.offset;
  return 1;
}

static void pieces_out(const upc_stride_flow_t *F, int d, upc_stride_visit_t *visit, void *context) {
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, &F->dst.picks, (size_t)d); more; more = upc_stride_own_next(&own)) {
    upc_stride_strided_t runs = {0, own.offset, 0, 1, 0, 0};
    runs.bytes = upc_stride_flow_piece(F, own.position, &runs.from);
    if (runs.bytes > 0) visit(context, &runs);
  }
}

size_t upc_stride_last_position(const upc_stride_picks_t *P, int thread) {
  upc_stride_own_t own;
  size_t last = 0;
  int more;
  for (more = upc_stride_own_first(&own, P, (size_t)thread); more; more = upc_stride_own_next(&own))
    if (own.position > last) last = own.position;
  return last;
}

/* Every block i of s, up to the last, to piece i at `base` bytes into d's part. */
static void pieces_in(const upc_stride_flow_t *F, int s, size_t base, size_t last, upc_stride_visit_t *visit,
                      void *context) {
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, &F->src.picks, (size_t)s); more; more = upc_stride_own_next(&own)) {
    upc_stride_strided_t runs = {own.offset, 0, 0, 1, 0, 0};
    if (own.position > last) continue;
    runs.bytes = upc_stride_flow_piece(F, own.position, &runs.to);
    runs.to += base;
    if (runs.bytes > 0) visit(context, &runs);
  }
}

/* What a block or place of d, `base` bytes into its part, gets from s. */
static void to_base(const upc_stride_flow_t *F, int s, int d, size_t base, upc_stride_visit_t *visit, void *context) {
  if (F->kind == UPC_STRIDE_TO_ALL) {
    upc_stride_strided_t runs = {0, base, F->len, 1, 0, 0};
    if (upc_stride_has_part(&F->src, s)) visit(context, &runs);
  } else {
    pieces_in(F, s, base, F->prefix ? upc_stride_last_position(&F->dst.picks, d) : (size_t)-1, visit, context);
  }
}

void upc_stride_flow_rooted(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  upc_stride_own_t own;
  size_t base;
  int more;
  if (F->kind == UPC_STRIDE_PIECES_OUT) {
    if (upc_stride_has_part(&F->src, s)) pieces_out(F, d, visit, context);
  } else if (upc_stride_end_nominal(&F->dst)) {
    for (more = upc_stride_own_first(&own, &F->dst.picks, (size_t)d); more; more = upc_stride_own_next(&own))
      to_base(F, s, d, own.offset, visit, context);
  } else if (first_block(&F->dst, d, &base)) {
    to_base(F, s, d, base, visit, context);
  }
}
