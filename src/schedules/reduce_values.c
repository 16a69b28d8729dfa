/* SPDX-License-Identifier: BSD-3-Clause
 * Where the values of a reduction are: the blocks of all members, the caller's own, and where a result goes. */
#include "schedules/reduce.h"
#include "base/has_data.h"
#include "base/line.h"
#include "plan/plan.h"

char **upc_stride_addresses(upc_stride_builder_t *B, const upc_stride_base_t *base, const upc_stride_end_t *end,
                            size_t *count) {
  size_t k = end->kind == UPC_STRIDE_AT_SECTION ? end->picks.blocks : 1, i, offset;
  char **address;
  *count = k;
  if (end->kind != UPC_STRIDE_AT_SECTION) return NULL;
  address = upc_stride_plan_alloc(B, k * sizeof *address);
  for (i = 0; i < k; i++) {
    int thread = (int)upc_stride_at_position(&end->picks, i, &offset);
    address[i] = upc_stride_plan_near(B, base, thread) + offset;
  }
  return address;
}

void upc_stride_deliver(upc_stride_builder_t *B, size_t at) {
  const upc_stride_values_t *v = B->values;
  upc_stride_own_t own;
  int more;
  if (B->dst.is_place) {
    upc_stride_plan_copy_out(B, B->dst.address, at, v->bytes);
    return;
  }
  for (more = upc_stride_own_first(&own, &B->flow->dst.picks, B->me); more; more = upc_stride_own_next(&own))
    upc_stride_plan_copy_out(B, upc_stride_own_part(B, &B->dst) + own.offset, at, v->bytes);
}

/* As even as whole cache lines allow. */
void upc_stride_cut_slice(upc_stride_values_t *v, size_t members, size_t rank) {
  size_t unit = v->size < UPC_STRIDE_LINE ? UPC_STRIDE_LINE / v->size : 1, units = (v->n + unit - 1) / unit;
  size_t each = (units + members - 1) / members * unit;
  v->first = rank * each < v->n ? rank * each : v->n;
  v->count = v->n - v->first < each ? v->n - v->first : each;
}

/* ---- two memories of the caller ---- */

static int take(upc_stride_run_t *run, const upc_stride_step_t *step) {
  upc_stride_copy_bytes(upc_stride_action_to(run, step), upc_stride_action_from(run, step), step->data.action.bytes);
  return 1;
}

static int combine(upc_stride_run_t *run, const upc_stride_step_t *step) {
  const upc_stride_values_t *v = run->plan->values;
  upc_stride_combine(v, upc_stride_action_from(run, step), upc_stride_action_to(run, step),
                     step->data.action.bytes / v->size);
  return 1;
}

static int combine_one(upc_stride_run_t *run, const upc_stride_step_t *step) {
  const upc_stride_values_t *v = run->plan->values;
  upc_stride_combine_one(v, upc_stride_action_to(run, step), step->data.action.bytes / v->size);
  return 1;
}

void upc_stride_plan_take(upc_stride_builder_t *B, upc_stride_memory_t to, upc_stride_memory_t from) {
  if (to.bytes > 0 && (to.address != from.address || to.position != from.position))
    upc_stride_plan_action_on(B, take, to, from);
}

int upc_stride_results_of_one(const upc_stride_builder_t *B) {
  return upc_stride_changes_one(B->values) && (B->flow->prefix || B->flow->src.picks.blocks == 1);
}

void upc_stride_plan_combine_one(upc_stride_builder_t *B, upc_stride_memory_t memory) {
  if (memory.bytes > 0 && upc_stride_changes_one(B->values)) upc_stride_plan_action_on(B, combine_one, memory, memory);
}

void upc_stride_plan_combine(upc_stride_builder_t *B, upc_stride_memory_t first, upc_stride_memory_t second) {
  if (second.bytes > 0) upc_stride_plan_action_on(B, combine, second, first);
}

/* ---- the caller's own ---- */

upc_stride_memory_t upc_stride_own_memory_of(const upc_stride_builder_t *B, const upc_stride_base_t *base,
                                         const upc_stride_own_t *own, size_t bytes) {
  return upc_stride_base_memory(B, base, own->offset, bytes);
}

int upc_stride_owner_at(const upc_stride_end_t *end, size_t position) {
  size_t offset;
  return (int)upc_stride_at_position(&end->picks, position, &offset);
}

upc_stride_memory_t upc_stride_own_values(upc_stride_builder_t *B) {
  const upc_stride_values_t *v = B->values;
  const int of_one = upc_stride_results_of_one(B);
  upc_stride_memory_t first, sum;
  upc_stride_own_t own;
  int more;
  upc_stride_own_first(&own, &B->flow->src.picks, B->me);
  first = upc_stride_own_memory_of(B, &B->src, &own, v->bytes);
  more = upc_stride_own_next(&own);
  if (!more && !of_one && !B->in_place) return first; /* in place: results come where others still read the values */
  sum = upc_stride_plan_space(B, v->bytes);
  upc_stride_plan_take(B, sum, first);
  if (of_one) upc_stride_plan_combine_one(B, sum);
  for (; more; more = upc_stride_own_next(&own))
    upc_stride_plan_combine(B, upc_stride_own_memory_of(B, &B->src, &own, v->bytes), sum);
  return sum;
}

upc_stride_memory_t upc_stride_own_result(upc_stride_builder_t *B) {
  const upc_stride_values_t *v = B->values;
  upc_stride_own_t own;
  if (!upc_stride_owns(B, &B->flow->dst)) return upc_stride_plan_space(B, v->bytes);
  if (B->dst.is_place) return upc_stride_base_memory(B, &B->dst, 0, v->bytes);
  upc_stride_own_first(&own, &B->flow->dst.picks, B->me);
  return upc_stride_own_memory_of(B, &B->dst, &own, v->bytes);
}

void upc_stride_fill_others(upc_stride_builder_t *B, upc_stride_memory_t result) {
  upc_stride_own_t own;
  if (B->dst.is_place || !upc_stride_own_first(&own, &B->flow->dst.picks, B->me)) return;
  while (upc_stride_own_next(&own))
    upc_stride_plan_copy(B, upc_stride_own_part(B, &B->dst) + own.offset, result.address, result.bytes);
}
