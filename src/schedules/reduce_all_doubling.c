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

/* Both members of a pair combine the same values, so both take those of the lower rank first: else a function that
 * rounds could leave other bits at each. The sum is where the second operand was, so the caller's own values, which may
 * be its block of src, are copied. */
void upc_stride_combine_doubling(upc_stride_contributors_t *C) {
  upc_stride_builder_t *B = C->builder;
  int ranks = upc_stride_folded_ranks(C), i, rank;
  upc_stride_memory_t come = C->sum, space = upc_stride_plan_space(B, come.bytes), now = space;
  rank = upc_stride_fold(C, &now);
  if (rank >= 0 && ranks > 1) {
    upc_stride_plan_take(B, space, now);
    now = space;
  }
  for (i = 0; rank >= 0 && 1 << i < ranks; i++) {
    upc_stride_round_t R;
    int partner = rank ^ 1 << i;
    R.to = R.from = upc_stride_folded_thread(C, partner);
    R.out = now;
    R.in = come;
    R.first = R.second = upc_stride_in_buffer(0, 0);
    upc_stride_plan_round(C, &R);
    if (rank > partner) {
      upc_stride_plan_combine(B, come, now);
    } else {
      upc_stride_plan_combine(B, now, come);
      space = now, now = come, come = space;
    }
  }
  if (rank >= 0) upc_stride_plan_take(B, C->sum, now);
  upc_stride_unfold(C);
}

void upc_stride_reduce_all_doubling(const upc_stride_task_t *task) {
  upc_stride_reduce_all_by(task, upc_stride_combine_doubling);
}
