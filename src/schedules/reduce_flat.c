/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat, of reductions: every member that needs a result gets all values, and combines them in the order of the section.
 *
 *   reduce: all to the root.   reduce_all: all to everybody with blocks of dst.   prefix_reduce: to each the values of
 *   the blocks up to its last.
 *
 * Wins for few values and few members. Cost: one latency, where a tree takes log2(p) up and for reduce_all log2(p)
 * down; k * bytes / bandwidth, and each member combines all k blocks. Also the schedule for operations whose order
 * matters. The values travel as in a gather or gather_all whose destination is the call's buffer.
 */
#include "plan/plan.h"
#include "schedules/reduce.h"

/* Combines each block of values in the buffer with the result of those before it: block i becomes the result of
 * 0..i. */
static int combine_all(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_values_t *v = run->plan->values;
  char *values = run->buffer + s->data.action.to;
  size_t i, blocks = s->data.action.bytes / v->bytes;
  upc_stride_combine_one(v, values, v->n);
  for (i = 1; i < blocks; i++) upc_stride_combine(v, values + (i - 1) * v->bytes, values + i * v->bytes, v->n);
  return 1;
}

static void deliver_prefixes(upc_stride_builder_t *B, size_t at) {
  const upc_stride_values_t *v = B->values;
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, &B->flow->dst.picks, B->me); more; more = upc_stride_own_next(&own)) {
    size_t from = at + own.position * v->bytes;
    if (B->flow->prefix == UPC_STRIDE_EXCLUSIVE) from -= v->bytes;
    if (B->flow->prefix == UPC_STRIDE_EXCLUSIVE && own.position == 0) continue;
    upc_stride_plan_copy_out(B, upc_stride_own_part(B, &B->dst) + own.offset, from, v->bytes);
  }
}

/* From here on the plan's flow is that of a gather, or gather_all, into the buffers of the members. */
static void gather_to_buffers(upc_stride_builder_t *B, size_t at) {
  const upc_stride_values_t *v = B->values;
  int to_all = B->flow->dst.kind == UPC_STRIDE_AT_SECTION;
  B->dst.buffered = 1;
  B->dst.position = at;
  B->flow->len = v->bytes;
  B->flow->kind = to_all ? UPC_STRIDE_PIECES_ALL : UPC_STRIDE_PIECES_IN;
  if (to_all) B->flow->dst.kind = UPC_STRIDE_AT_EACH_OWNER;
}

void upc_stride_reduce_flat(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_values_t *v = B->values;
  size_t k = B->flow->src.picks.blocks, at = upc_stride_plan_buffer(B, k * v->bytes);
  int wanted = upc_stride_owns(B, &B->flow->dst);
  gather_to_buffers(B, at);
  upc_stride_enter(role);
  upc_stride_meet_pairwise(B, role->group, role->choice);
  if (wanted) {
    size_t blocks = B->flow->prefix ? upc_stride_last_position(&B->flow->dst.picks, B->me) + 1 : k;
    upc_stride_memory_t all = upc_stride_in_buffer(at, blocks * v->bytes);
    upc_stride_plan_action_on(B, combine_all, all, all);
  }
  if (B->in_place) { /* all have read what results overwrite */
    upc_stride_plan_wait_sent(B, 0);
    upc_stride_plan_barrier(B, role->group);
  }
  if (wanted) {
    if (B->flow->prefix) deliver_prefixes(B, at);
    else upc_stride_deliver(B, at + (k - 1) * v->bytes);
  }
  upc_stride_leave(role);
}
