/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by a ring: the values are cut into p chunks. In each of p - 1 rounds a member receives a chunk from the
 * member before it, combines it with its own values, and sends it to the next member in the following round. Then each
 * member has one chunk of the result, and these go round the ring once more.
 *
 *   3 members, member 0 sends chunk     2      1      0      2
 *                       receives        1      0      2      1
 *   in round                            0      1      2      3      (from round 2 on, chunks of the result)
 *
 * Wins for very many values, and where only neighbours have links of their own. Cost: 2 * (p - 1) * latency + 2 * bytes
 * / bandwidth, and each value is combined once. Any p is as good as a power of two (Patarasuk and Yuan: Bandwidth
 * optimal all-reduce algorithms for clusters of workstations, 2009). For operations whose order does not matter.
 */
#include "schedules/reduce.h"

/* Chunk number i, counted round the ring, of the memory. */
static upc_stride_memory_t chunk(const upc_stride_contributors_t *C, upc_stride_memory_t memory, int i) {
  const upc_stride_values_t *v = C->builder->values;
  size_t n = (size_t)C->n, at = (size_t)((i + 2 * C->n) % C->n), from = v->n * at / n, to = v->n * (at + 1) / n;
  return upc_stride_memory_part(memory, from * v->size, (to - from) * v->size);
}

void upc_stride_combine_ring(upc_stride_contributors_t *C) {
  int r, me = C->me;
  upc_stride_round_t R;
  if (C->n == 1) upc_stride_plan_take(C->builder, C->sum, C->own);
  R.to = C->thread[(me + 1) % C->n];
  R.from = C->thread[(me + C->n - 1) % C->n];
  for (r = 0; r < C->n - 1; r++) {
    R.out = chunk(C, r == 0 ? C->own : C->sum, me - r - 1);
    R.in = R.second = chunk(C, C->sum, me - r - 2);
    R.first = chunk(C, C->own, me - r - 2);
    upc_stride_plan_round(C, &R);
  }
  R.first = R.second = upc_stride_in_buffer(0, 0);
  for (r = 0; r < C->n - 1; r++) {
    R.out = chunk(C, C->sum, me - r);
    R.in = chunk(C, C->sum, me - r - 1);
    upc_stride_plan_round(C, &R);
  }
}

void upc_stride_reduce_all_ring(const upc_stride_role_t *role) {
  upc_stride_reduce_all_by(role, upc_stride_combine_ring);
}
