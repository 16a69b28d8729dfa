/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise, of reductions: each member combines its own slice of the values, over all blocks in the order of the
 * section, and writes the results to every block of dst (or the place).
 *
 *   4 members, 1000 values:  member 0 combines values 0..249 of every block, 1 combines 250..499, ..
 *
 * Wins for many values: each is read once and combined once, by p members at the same time. Cost: (k + results) *
 * bytes / p / bandwidth, and two barriers (none for NOSYNC). This is the algorithm for one node, where blocks are read
 * where they are. If some are far, slices_far.upc fetches them in steps that do not block other calls.
 *
 * leader (flow_last_arriver.upc): the slice of the last arriver is all values.
 */
#include "schedules/reduce.h"

#include <string.h>

enum { CHUNK = 4096 };                /* bytes at a time: both accumulators stay in the nearest cache */

/* Combines `bytes` at `at` of all blocks; prefix: each block's result goes to its own block of dst. */
static void chunk(const upc_stride_values_t *v, size_t at, size_t bytes, int prefix) {
  static long double space[2][CHUNK / sizeof(long double)];
  char *sum = (char *)space[0], *next = (char *)space[1], *swap;
  size_t i;
  memcpy(sum, v->from[0].near + at, bytes);
  if (prefix) memcpy(v->to[0].near + at, sum, bytes);
  for (i = 1; i < v->froms; i++) {
    const char *block = v->from[i].near + at;
    if (v->ordered) {
      memcpy(next, block, bytes);
      upc_stride_combine(v, sum, next, bytes / v->size);
      swap = sum, sum = next, next = swap;
    } else {
      upc_stride_combine(v, block, sum, bytes / v->size);
    }
    if (prefix) memcpy(v->to[i].near + at, sum, bytes);
  }
  for (i = 0; i < v->tos && !prefix; i++) memcpy(v->to[i].near + at, sum, bytes);
}

static void slice(const upc_stride_values_t *v, int prefix) {
  size_t each = CHUNK / v->size * v->size, at = v->first * v->size, end = at + v->count * v->size;
  for (; at < end; at += each) chunk(v, at, end - at < each ? end - at : each, prefix);
}

static int combine_slice(upc_stride_call_t *call, const upc_stride_step_t *s) {
  (void)s;
  slice(call->plan->extra, 0);
  return 1;
}

static int combine_prefixes(upc_stride_call_t *call, const upc_stride_step_t *s) {
  (void)s;
  slice(call->plan->extra, 1);
  return 1;
}

/* The caller's slice: as even as whole cache lines allow. */
static void cut(upc_stride_values_t *v, size_t members, size_t rank) {
  size_t unit = v->size < 64 ? 64 / v->size : 1, units = (v->n + unit - 1) / unit;
  size_t each = (units + members - 1) / members * unit;
  v->first = rank * each < v->n ? rank * each : v->n;
  v->count = v->n - v->first < each ? v->n - v->first : each;
}

static int all_near(const upc_stride_spot_t *spots, size_t count) {
  size_t i = 0;
  while (i < count && spots[i].near != NULL) i++;
  return i == count;
}

static void combine(upc_stride_plan_t *P) {
  upc_stride_values_t *v = P->extra;
  if (v->count == 0) return;
  v->from = upc_stride_spots(P, &P->src, &P->flow.src, &v->froms);
  v->to = upc_stride_spots(P, &P->dst, &P->flow.dst, &v->tos);
  if (!all_near(v->from, v->froms) || !all_near(v->to, v->tos)) upc_stride_plan_far_slice(P);
  else upc_stride_plan_action(P, P->flow.prefix ? combine_prefixes : combine_slice, 0, 0, 0);
}

void upc_stride_reduce_slices(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_group_t *G = task->group;
  cut(P->extra, (size_t)G->n, (size_t)upc_stride_group_rank(G, MYTHREAD));
  if (P->sync.in != UPC_STRIDE_NO) upc_stride_plan_barrier(P, G);
  combine(P);
  if (P->sync.out != UPC_STRIDE_NO) upc_stride_plan_barrier(P, G);
}

void upc_stride_reduce_last_arriver(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  upc_stride_plan_last_arriver_begin(P, task->group);
  cut(P->extra, 1, 0);
  combine(P);
  upc_stride_plan_last_arriver_end(P, task->group);
}
