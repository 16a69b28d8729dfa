/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefix_reduce by recursive doubling in pairs: in round r the owners of blocks whose positions differ in bit r
 * exchange the sums of their groups. Both add what comes to the sum of the group, and the upper one to its prefix too.
 *
 *   4 blocks, groups         0 | 1 | 2 | 3      0 1 | 2 3      0 1 2 3
 *   prefix of block 3        3                  2 3            0 1 2 3
 *   after the round          start              0              1
 *
 * Wins for very few values over TCP: of two messages that cross, each probably carries the acknowledgement of the
 * other. A receiver that sends nothing has to send one of its own. The last answers have no other use. Cost: log2(p) *
 * (latency + bytes / bandwidth + combining them twice), as in MPI_Scan (Kruskal, Rudolph, Snir: The power of parallel
 * prefix, 1985). The order is that of the section. Each member has one block of src.
 *
 * If their number is no power of two, some groups are cut at the end. Above such a group there is no other one, so
 * nobody needs its sum, and its members may have different ones.
 */
#include "schedules/reduce.h"

typedef struct recursive {
  upc_stride_contributors_t C;        /* by position */
  upc_stride_memory_t own;            /* the caller's values */
  upc_stride_memory_t group, come;    /* the sum of the group; what comes                             */
  int own_group;                      /* 1: the sum of the group is still the caller's values         */
  upc_stride_memory_t prefix;         /* the caller's prefix; 0 bytes: no group below has come so far */
} recursive_t;

static upc_stride_memory_t buffer(const upc_stride_contributors_t *C) {
  return upc_stride_plan_space(C->builder, C->builder->values->bytes);
}

/* What has come is the sum of the group below the caller's. */
static void extend_prefix(recursive_t *x) {
  upc_stride_builder_t *B = x->C.builder;
  int exclusive = B->flow->prefix == UPC_STRIDE_EXCLUSIVE, first = x->prefix.bytes == 0;
  if (first) upc_stride_plan_take(B, x->prefix = buffer(&x->C), exclusive ? x->come : x->own);
  if (!first || !exclusive) upc_stride_plan_combine(B, x->come, x->prefix);
}

/* The sum is formed in a buffer, since `own` may be the caller's block of src. */
static void extend_group(recursive_t *x, int from_below) {
  upc_stride_builder_t *B = x->C.builder;
  upc_stride_memory_t sum = x->come;
  if (from_below) {
    if (x->own_group) upc_stride_plan_take(B, sum = buffer(&x->C), x->group);
    else sum = x->group;
    upc_stride_plan_combine(B, x->come, sum);
  } else {
    upc_stride_plan_combine(B, x->group, sum);
    x->come = x->own_group ? buffer(&x->C) : x->group;
  }
  x->group = sum;
  x->own_group = 0;
}

/* 1: the caller meets another member in the round of this bit, or in a later one. */
static int meets(const recursive_t *x, int bit) {
  for (; bit < x->C.n; bit *= 2)
    if ((x->C.me ^ bit) < x->C.n) return 1;
  return 0;
}

static void meet(recursive_t *x, int bit) {
  upc_stride_round_t R;
  int partner = x->C.me ^ bit;
  if (partner >= x->C.n) {
    x->C.rounds++;                    /* the messages of a round have the same numbers for all */
    return;
  }
  R.to = R.from = x->C.thread[partner];
  R.out = x->group;
  R.in = x->come;
  R.first = R.second = upc_stride_in_buffer(0, 0);
  upc_stride_plan_round(&x->C, &R);
  if (partner < x->C.me) extend_prefix(x);
  if (meets(x, 2 * bit)) extend_group(x, partner < x->C.me);
}

void upc_stride_prefix_recursive(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  recursive_t x;
  int bit;
  upc_stride_contributors_by_position(&x.C, role);
  upc_stride_enter(role);
  x.own = x.prefix = upc_stride_in_buffer(0, 0);
  if (x.C.me >= 0) {
    x.own = x.group = upc_stride_own_values(B);
    x.own_group = 1;
    x.come = buffer(&x.C);
    for (bit = 1; bit < x.C.n; bit *= 2) meet(&x, bit);
  }
  if (B->flow->prefix != UPC_STRIDE_EXCLUSIVE && x.prefix.bytes == 0) x.prefix = x.own;
  upc_stride_deliver_prefix(&x.C, x.prefix);
  upc_stride_leave(role);
}
