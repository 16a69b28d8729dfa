/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_scatter in log2(p) rounds: a member begins with its values for all members. In each round it gives away the
 * second half of the members that it still works for, counted cyclically from itself. What it receives, it combines
 * with the first half. At the end it works for itself alone.
 *
 *   5 members, member 0 works for   0 1 2 3 4    0 1 2       0 1         0
 *   gives away, to member           3 4 to 3     2 to 2      1 to 1
 *   in round                        0            1           2
 *
 * These are the rounds of Bruck's allgather, in the reverse order and direction. So any number of members takes
 * ceil(log2 p) rounds, and each sends no more than it must. Wins for many members and not too many values. Cost:
 * ceil(log2 p) * latency + (p - 1) / p * bytes / bandwidth, and each value is combined once (Traeff: Optimal,
 * non-pipelined reduce-scatter and allreduce algorithms, 2024). For operations whose order does not matter, where each
 * member has values.
 */
#include "schedules/reduce.h"

typedef struct halving {
  upc_stride_contributors_t C;        /* all members, in the order of the group      */
  size_t *at;                         /* at[i]: where in `values` begins what goes to the member i further */
  upc_stride_memory_t values;
} halving_t;

static int member(const halving_t *x, int distance) { return x->C.thread[(x->C.me + distance + x->C.n) % x->C.n]; }

/* The caller's values for all members, packed in the order of their distances. */
static void pack(halving_t *x) {
  upc_stride_builder_t *B = x->C.builder;
  upc_stride_memory_t own = upc_stride_own_values(B), to;
  int d;
  for (d = 0; d < x->C.n; d++)
    x->at[d + 1] = x->at[d] + upc_stride_blocks_of(&B->flow->dst, member(x, d)) * B->flow->len;
  x->values = upc_stride_plan_space(B, x->at[x->C.n]);
  to = x->values;
  for (d = 0; d < x->C.n; d++) {
    upc_stride_own_t block;
    int more = upc_stride_own_first(&block, &B->flow->dst.picks, (size_t)member(x, d));
    for (; more; more = upc_stride_own_next(&block)) {
      to = upc_stride_memory_part(to, 0, B->flow->len);
      upc_stride_plan_take(B, to, upc_stride_memory_part(own, block.position * B->flow->len, B->flow->len));
      to = upc_stride_memory_part(to, B->flow->len, 0);
    }
  }
}

static upc_stride_memory_t range(const halving_t *x, upc_stride_memory_t memory, int from, int to) {
  return upc_stride_memory_part(memory, x->at[from], x->at[to] - x->at[from]);
}

static void rounds(halving_t *x) {
  int all = x->C.n, kept = (all + 1) / 2; /* members that it works for, before and after a round */
  size_t most = all > 1 ? x->at[all - kept] : 0;
  upc_stride_memory_t come = upc_stride_plan_space(x->C.builder, most);
  for (; all > 1; all = kept, kept = (all + 1) / 2) {
    upc_stride_round_t R;
    R.to = member(x, kept);
    R.from = member(x, -kept);
    R.out = range(x, x->values, kept, all);
    R.in = R.first = range(x, come, 0, all - kept);
    R.second = range(x, x->values, 0, all - kept);
    upc_stride_plan_round(&x->C, &R);
  }
}

static void deliver(const halving_t *x) {
  upc_stride_builder_t *B = x->C.builder;
  upc_stride_memory_t from = upc_stride_memory_part(x->values, 0, B->flow->len);
  upc_stride_own_t own;
  int more = upc_stride_own_first(&own, &B->flow->dst.picks, B->me);
  for (; more; more = upc_stride_own_next(&own)) {
    upc_stride_plan_take(B, upc_stride_own_memory_of(B, &B->dst, &own, B->flow->len), from);
    from = upc_stride_memory_part(from, B->flow->len, B->flow->len);
  }
}

void upc_stride_reduce_scatter_halving(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  halving_t x;
  int r;
  upc_stride_contributors_new(&x.C, role, (size_t)role->group->n);
  for (r = 0; r < role->group->n; r++) upc_stride_contributors_add(&x.C, upc_stride_group_thread(role->group, r));
  x.at = upc_stride_plan_alloc(B, ((size_t)x.C.n + 1) * sizeof(size_t));
  upc_stride_enter(role);
  pack(&x);
  rounds(&x);
  deliver(&x);
  upc_stride_leave(role);
}
