/* SPDX-License-Identifier: BSD-3-Clause
 * Where the values of a reduction are: the blocks of all members, the caller's own, and where a result goes. */
#include "schedules/reduce.h"
#include "base/line.h"

#include <string.h>

char **upc_stride_addresses(upc_stride_plan_t *P, const upc_stride_base_t *base, const upc_stride_end_t *end,
                            size_t *count) {
  size_t k = end->kind == UPC_STRIDE_AT_SECTION ? end->picks.blocks : 1, i, offset;
  char **address;
  *count = k;
  if (end->kind != UPC_STRIDE_AT_SECTION) return &P->here;
  address = upc_stride_plan_alloc(P, k * sizeof *address);
  for (i = 0; i < k; i++) {
    int thread = (int)upc_stride_at_position(&end->picks, i, &offset);
    address[i] = upc_stride_base_near(base, thread) + offset;
  }
  return address;
}

void upc_stride_deliver(upc_stride_plan_t *P, size_t at) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_own_t own;
  int more;
  if (P->dst.array == NULL) {
    upc_stride_plan_copy_out(P, (char *)P->dst.place, at, v->bytes);
    return;
  }
  for (more = upc_stride_own_first(&own, &P->flow->dst.picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    upc_stride_plan_copy_out(P, upc_stride_my_part(P->dst.array) + own.offset, at, v->bytes);
}

/* As even as whole cache lines allow. */
void upc_stride_cut_slice(upc_stride_values_t *v, size_t members, size_t rank) {
  size_t unit = v->size < UPC_STRIDE_LINE ? UPC_STRIDE_LINE / v->size : 1, units = (v->n + unit - 1) / unit;
  size_t each = (units + members - 1) / members * unit;
  v->first = rank * each < v->n ? rank * each : v->n;
  v->count = v->n - v->first < each ? v->n - v->first : each;
}

/* ---- two memories of the caller ---- */

static int take(upc_stride_call_t *call, const upc_stride_step_t *step) {
  memcpy(upc_stride_action_to(call, step), upc_stride_action_from(call, step), step->data.action.bytes);
  return 1;
}

static int combine(upc_stride_call_t *call, const upc_stride_step_t *step) {
  const upc_stride_values_t *v = call->plan->extra;
  upc_stride_combine(v, upc_stride_action_from(call, step), upc_stride_action_to(call, step),
                     step->data.action.bytes / v->size);
  return 1;
}

void upc_stride_plan_take(upc_stride_plan_t *P, upc_stride_memory_t to, upc_stride_memory_t from) {
  if (to.bytes > 0) upc_stride_plan_action_on(P, take, to, from);
}

void upc_stride_plan_combine(upc_stride_plan_t *P, upc_stride_memory_t first, upc_stride_memory_t second) {
  if (second.bytes > 0) upc_stride_plan_action_on(P, combine, second, first);
}

/* ---- the caller's own ---- */

upc_stride_memory_t upc_stride_own_block(const upc_stride_base_t *base, const upc_stride_own_t *own, size_t bytes) {
  shared [] char *part = upc_stride_part(base->array, MYTHREAD);
  return upc_stride_at_place(part + own->offset, bytes);
}

int upc_stride_owner_at(const upc_stride_end_t *end, size_t position) {
  size_t offset;
  return (int)upc_stride_at_position(&end->picks, position, &offset);
}

upc_stride_memory_t upc_stride_own_values(upc_stride_plan_t *P) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_memory_t first, sum;
  upc_stride_own_t own;
  upc_stride_own_first(&own, &P->flow->src.picks, MYTHREAD);
  first = upc_stride_own_block(&P->src, &own, v->bytes);
  if (!upc_stride_own_next(&own)) return first;
  sum = upc_stride_plan_space(P, v->bytes);
  upc_stride_plan_take(P, sum, first);
  do upc_stride_plan_combine(P, upc_stride_own_block(&P->src, &own, v->bytes), sum);
  while (upc_stride_own_next(&own));
  return sum;
}

upc_stride_memory_t upc_stride_own_result(upc_stride_plan_t *P) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_own_t own;
  if (!upc_stride_owns(&P->flow->dst)) return upc_stride_plan_space(P, v->bytes);
  if (P->dst.array == NULL) return upc_stride_at_place(P->dst.place, v->bytes);
  upc_stride_own_first(&own, &P->flow->dst.picks, MYTHREAD);
  return upc_stride_own_block(&P->dst, &own, v->bytes);
}

void upc_stride_fill_others(upc_stride_plan_t *P, upc_stride_memory_t result) {
  upc_stride_own_t own;
  if (P->dst.array == NULL || !upc_stride_own_first(&own, &P->flow->dst.picks, MYTHREAD)) return;
  while (upc_stride_own_next(&own))
    upc_stride_plan_copy(P, upc_stride_my_part(P->dst.array) + own.offset, (char *)result.place, result.bytes);
}
