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

/* Both members of a pair combine the same values, and get the same bits. Most operations of the library give these in
 * either order (values.h). Of the others, and of functions of the program, both take the operands of the lower rank
 * first.
 *
 * Two memories take turns: the sum is formed where the partner's values came, part by part as they come. What is sent
 * stays as it is until it has gone. The last turn is that of `sum`. A member of higher rank whose operands must stay in
 * order forms the sum in what it has sent instead, when all of that has gone. */
void upc_stride_combine_doubling(upc_stride_contributors_t *C) {
  upc_stride_builder_t *B = C->builder;
  int ranks = upc_stride_folded_ranks(C), rounds = 0, free_order = upc_stride_order_is_free(B->values), turn, i, rank;
  upc_stride_memory_t space[2], now;
  while (1 << rounds < ranks) rounds++;
  space[0] = C->sum;
  space[1] = upc_stride_plan_space(B, C->sum.bytes);
  turn = rounds % 2;
  now = space[turn];
  rank = upc_stride_fold(C, &now);
  if (rank >= 0 && rounds > 0 && !free_order) {
    upc_stride_plan_take(B, space[turn], now); /* `now` may be the caller's block of src */
    now = space[turn];
  }
  for (i = 0; rank >= 0 && i < rounds; i++) {
    upc_stride_round_t R;
    int partner = rank ^ 1 << i, in_place = !free_order && rank > partner;
    R.to = R.from = upc_stride_folded_thread(C, partner);
    R.out = R.first = now;
    R.in = R.second = space[1 - turn];
    if (in_place) R.first = R.second = upc_stride_in_buffer(0, 0);
    upc_stride_plan_round(C, &R);
    if (in_place) {
      upc_stride_plan_combine(B, R.in, now);
    } else {
      now = R.in;
      turn = 1 - turn;
    }
  }
  if (rank >= 0) upc_stride_plan_take(B, C->sum, now);
  upc_stride_unfold(C);
}

void upc_stride_reduce_all_doubling(const upc_stride_role_t *role) {
  upc_stride_reduce_all_by(role, upc_stride_combine_doubling);
}
