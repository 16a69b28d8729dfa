/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by recursive doubling: in round r each member exchanges all values with the member whose rank differs in
 * bit r, and both combine them.
 *
 *   4 members, member 0 has the sum of   0      0 1      0 1 2 3
 *   after the round                      start  0        1
 *
 * Wins for few values and many members. Cost: log2(p) * (latency + bytes / bandwidth + combining them); two more rounds
 * if p is no power of two (Thakur, Rabenseifner, Gropp, 2005). For operations whose order does not matter.
 */
#include "schedules/reduce.h"

/* Two memories take turns, and the last round receives into `sum`: what is sent in a round stays as it is until it has
 * gone. */
void upc_stride_combine_doubling(upc_stride_contributors_t *C) {
  upc_stride_builder_t *B = C->builder;
  int ranks = upc_stride_folded_ranks(C), rounds = 0, i, rank;
  upc_stride_memory_t space[2], now;
  while (1 << rounds < ranks) rounds++;
  space[0] = C->sum;
  space[1] = upc_stride_plan_space(B, C->sum.bytes);
  now = space[rounds % 2];
  rank = upc_stride_fold(C, &now);
  for (i = 0; rank >= 0 && i < rounds; i++) {
    upc_stride_round_t R;
    R.to = R.from = upc_stride_folded_thread(C, rank ^ 1 << i);
    R.out = R.first = now;
    R.in = R.second = now = space[(rounds - 1 - i) % 2];
    upc_stride_plan_round(C, &R);
  }
  if (rounds == 0) upc_stride_plan_take(B, C->sum, now);
  upc_stride_unfold(C);
}

void upc_stride_reduce_all_doubling(const upc_stride_task_t *task) {
  upc_stride_reduce_all_by(task, upc_stride_combine_doubling);
}
