/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by recursive halving and doubling (Rabenseifner's algorithm). In each round of the first half two members
 * share out the values that both still work on: each sends one half, receives the other, and combines it. Then each has
 * a p-th of the result. In the second half the same pairs exchange their parts of the result, in the reverse order.
 *
 *   4 members, 8 values, member 0 works on   0..7    0..3    0..1    then has  0..3   0..7
 *   after the round                          start   0       1                 2      3
 *
 * Wins for many values. Cost: 2 * log2(p) * latency + 2 * bytes / bandwidth, and each value is combined once; two more
 * rounds if p is no power of two (Thakur, Rabenseifner, Gropp, 2005). For operations whose order does not matter.
 */
#include "schedules/reduce.h"

enum { ROUNDS = 32 };

typedef struct range {
  size_t from, bytes;
} range_t;

static upc_stride_memory_t within(upc_stride_memory_t memory, range_t r) {
  return upc_stride_memory_part(memory, r.from, r.bytes);
}

/* One half of the range: of whole values. */
static range_t half(const upc_stride_values_t *v, range_t all, int upper) {
  range_t r;
  size_t lower = all.bytes / v->size / 2 * v->size;
  r.from = upper ? all.from + lower : all.from;
  r.bytes = upper ? all.bytes - lower : lower;
  return r;
}

void upc_stride_combine_halving(upc_stride_contributors_t *C) {
  upc_stride_builder_t *B = C->builder;
  const upc_stride_values_t *v = B->values;
  int ranks = upc_stride_folded_ranks(C), rounds = 0, i, rank;
  upc_stride_memory_t received = upc_stride_plan_space(B, C->sum.bytes), now = received;
  range_t range[ROUNDS];
  upc_stride_round_t R;
  while (1 << rounds < ranks) rounds++;
  rank = upc_stride_fold(C, &now);
  range[0].from = 0;
  range[0].bytes = C->sum.bytes;
  for (i = 0; rank >= 0 && i < rounds; i++) {
    int upper = rank >> i & 1;
    range_t mine = range[i + 1] = half(v, range[i], upper);
    R.to = R.from = upc_stride_folded_thread(C, rank ^ 1 << i);
    R.out = within(now, half(v, range[i], !upper));
    R.in = within(i == 0 ? C->sum : received, mine);
    R.first = within(i == 0 ? now : received, mine);
    R.second = within(C->sum, mine);
    upc_stride_plan_round(C, &R);
    now = C->sum;
  }
  R.first = R.second = upc_stride_in_buffer(0, 0);
  for (i = rounds - 1; rank >= 0 && i >= 0; i--) {
    R.to = R.from = upc_stride_folded_thread(C, rank ^ 1 << i);
    R.out = within(C->sum, range[i + 1]);
    R.in = within(C->sum, half(v, range[i], !(rank >> i & 1)));
    upc_stride_plan_round(C, &R);
  }
  if (rounds == 0) upc_stride_plan_take(B, C->sum, now);
  upc_stride_unfold(C);
}

void upc_stride_reduce_all_halving(const upc_stride_role_t *role) {
  upc_stride_reduce_all_by(role, upc_stride_combine_halving);
}

/* Among nodes, if no other schedule is named: doubling, from a segment of values on halving. */
void upc_stride_reduce_all_hierarchical(const upc_stride_role_t *role) {
  const upc_stride_choice_t *choice = role->choice;
  const upc_stride_values_t *v = role->builder->values;
  if (choice->parts > 1) upc_stride_schedule_function(choice->part[0].schedule)(role);
  else if (choice->segment == 0 || v->n * v->size <= choice->segment) upc_stride_reduce_all_doubling(role);
  else upc_stride_reduce_all_halving(role);
}
