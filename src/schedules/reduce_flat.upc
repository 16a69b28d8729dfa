/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat: who needs a result gets everybody's values, and combines them all, in the order of the section.
 *
 *   reduce: all to the root.   reduce_all: all to everybody with blocks of dst.   prefix_reduce: to each the values of
 *   the blocks up to its last.
 *
 * Wins for few values in small teams: one latency, where a tree takes log p up and for reduce_all log p down; each
 * member combines k times as much as it would have to. Also the schedule for operations whose order matters.
 * The values travel as in a gather or gather_all whose destination is the call's buffer.
 */
#include "schedules/reduce.h"

/* The values lie one after another in the step's bytes: each is combined with what comes before it, so that position i ends with the
 * result of 0..i. */
static int combine_all(upc_stride_call_t *run, const upc_stride_step_t *s) {
  const upc_stride_values_t *v = run->plan->extra;
  char *values = run->buffer.here + s->data.action.to;
  size_t i;
  for (i = 1; i < s->data.action.bytes / v->bytes; i++) upc_stride_combine(v, values + (i - 1) * v->bytes, values + i * v->bytes, v->n);
  return 1;
}

static void deliver_prefixes(upc_stride_plan_t *P, size_t at) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, &P->flow.dst.picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    upc_stride_plan_copy_out(P, upc_stride_my_part(P->dst.array) + own.offset, at + own.position * v->bytes, v->bytes);
}

void upc_stride_reduce_flat(upc_stride_plan_t *P, const upc_stride_group_t *G, int prefix) {
  const upc_stride_values_t *v = P->extra;
  size_t k = P->flow.src.picks.blocks, at = upc_stride_plan_buffer(P, k * v->bytes);
  int whole = P->flow.dst.kind == UPC_STRIDE_AT_SECTION;
  P->dst.buffered = 1;
  P->dst.position = at;
  P->flow.len = v->bytes;
  P->flow.kind = whole ? UPC_STRIDE_PIECES_ALL : UPC_STRIDE_PIECES_IN;
  if (whole) P->flow.dst.kind = UPC_STRIDE_AT_EACH_OWNER;
  P->flow.prefix = prefix;
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
  upc_stride_flow_pairwise(P, G, 0);
  if (upc_stride_owns(&P->flow.dst)) {
    size_t blocks = prefix ? upc_stride_last_position(&P->flow.dst.picks, MYTHREAD) + 1 : k;
    upc_stride_plan_action(P, combine_all, at, at, blocks * v->bytes);
    if (prefix) deliver_prefixes(P, at);
    else upc_stride_deliver(P, at + (k - 1) * v->bytes);
  }
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
}
