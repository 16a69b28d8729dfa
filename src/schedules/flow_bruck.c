/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bruck: what goes from rank x to rank x + d travels by the binary digits of d. In round r all pieces whose distance
 * has bit r set move on by 2^r, together in one message.
 *
 *   8 members, rank 0's pieces for     1    2    3    4    5    6    7
 *   move in the rounds                 0    1    0 1  2    0 2  1 2  0 1 2
 *
 * Wins for many members and few bytes. Cost: ceil(log2 p) * (latency + p/2 * bytes / bandwidth), where pairwise takes
 * p - 1 latencies; each byte crosses up to log2 p times. (Bruck, Ho, Kipnis, Upfal, Weathersby: Efficient Algorithms
 * for All-to-All Communications in Multiport Message-Passing Systems, 1997.) All data passes through buffers: so no
 * member reads another's blocks, and MYSYNC needs no signals.
 */
#include "schedules/schedule.h"

#include <stdlib.h>

typedef upc_stride_bruck_t bruck_t;

static int member(const bruck_t *b, long long rank) {
  return upc_stride_group_thread(b->group, (int)(((rank % b->n) + b->n) % b->n));
}

int upc_stride_bruck_member(const bruck_t *b, long long rank) { return member(b, rank); }

/* Bytes that the member with rank a holds for distance d before round r: they started at a less d's lower bits. */
static size_t held(const bruck_t *b, long long a, long long d, int r) {
  long long x = a - (d & ((1LL << r) - 1));
  return b->bytes(b->builder, member(b, x), member(b, x + d));
}

/* What the member with rank a sends in round r. */
static size_t message(const bruck_t *b, long long a, int r) {
  size_t sum = 0;
  long long d;
  for (d = 1; d < b->n; d++)
    if (d >> r & 1) sum += held(b, a, d, r);
  return sum;
}

static void lay_out(bruck_t *b) {
  size_t most = 0;
  long long d;
  int r;
  for (d = 1; d < b->n; d++) {
    size_t largest = 0;
    for (r = 0; 1LL << r <= d; r++)
      if (held(b, b->me, d, r) > largest) largest = held(b, b->me, d, r);
    if (held(b, b->me, d, r) > largest) largest = held(b, b->me, d, r); /* on arrival */
    b->held_at[d] = upc_stride_plan_buffer(b->builder, largest);
  }
  for (r = 0; 1LL << r < b->n; r++) {
    size_t out = message(b, b->me, r), in = message(b, b->me - (1LL << r), r);
    if (out > most) most = out;
    if (in > most) most = in;
  }
  b->out = upc_stride_plan_buffer(b->builder, most);
  b->in = upc_stride_plan_buffer(b->builder, most);
}

static void send_message(const bruck_t *b, int r, size_t bytes) {
  size_t at = b->out;
  long long d;
  for (d = 1; d < b->n; d++) {
    size_t part = d >> r & 1 ? held(b, b->me, d, r) : 0;
    if (part > 0) upc_stride_plan_copy_in_buffer(b->builder, at, b->held_at[d], part);
    at += part;
  }
  upc_stride_plan_send(b->builder, member(b, b->me + (1LL << r)), upc_stride_in_buffer(b->out, bytes));
}

static void receive(const bruck_t *b, int r, size_t bytes) {
  size_t at = b->in;
  long long d;
  upc_stride_plan_receive(b->builder, member(b, b->me - (1LL << r)), upc_stride_in_buffer(b->in, bytes));
  for (d = 1; d < b->n; d++) {
    size_t part = d >> r & 1 ? held(b, b->me - (1LL << r), d, r) : 0;
    if (part > 0) upc_stride_plan_copy_in_buffer(b->builder, b->held_at[d], at, part);
    at += part;
  }
}

bruck_t upc_stride_bruck_begin(const upc_stride_role_t *role, upc_stride_between_t *bytes) {
  bruck_t b;
  b.builder = role->builder;
  b.group = role->group;
  b.bytes = bytes;
  b.n = role->group->n;
  b.me = upc_stride_group_rank(role->group, role->builder->me);
  b.held_at = upc_stride_plan_scratch(b.builder, sizeof(size_t) * (size_t)b.n);
  lay_out(&b);
  return b;
}

void upc_stride_bruck_rounds(const bruck_t *b) {
  int r;
  for (r = 0; 1LL << r < b->n; r++) {
    size_t out = message(b, b->me, r), in = message(b, b->me - (1LL << r), r);
    if (out > 0) send_message(b, r, out);
    if (in > 0) receive(b, r, in);
    upc_stride_plan_wait_sent(b->builder, 0);
  }
}

void upc_stride_flow_bruck(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const bruck_t b = upc_stride_bruck_begin(role, upc_stride_plan_bytes);
  long long d;
  upc_stride_enter(role);
  for (d = 1; d < b.n; d++)
    if (held(&b, b.me, d, 0) > 0)
      upc_stride_plan_pack(B, B->me, member(&b, b.me + d), b.held_at[d]);
  upc_stride_plan_move(B, B->me, B->me);
  upc_stride_bruck_rounds(&b);
  for (d = 1; d < b.n; d++)
    if (upc_stride_plan_bytes(B, member(&b, b.me - d), B->me) > 0)
      upc_stride_plan_unpack(B, member(&b, b.me - d), B->me, b.held_at[d]);
  upc_stride_leave(role);
}
