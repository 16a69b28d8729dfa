/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all by bruck: in round r each member sends its own pieces and those of the 2^r - 1 members before it to the
 * member 2^r further. In the last round it sends only the pieces that are still missing.
 *
 *   5 members, rank 4 has the data of   4      4 3      4 3 2 1    4 3 2 1 0
 *   after the round                     start  0        1          2
 *
 * Wins for many members and few bytes. Cost: ceil(log2 p) * latency + (p - 1) * bytes / bandwidth; each byte reaches
 * each member once (Bruck, Ho, Kipnis, Upfal, Weathersby, 1997). On a torus ranks are places in its order, so that the
 * first rounds go to neighbours.
 */
#include "schedules/schedule.h"
#include "trees/rounds.h"

typedef upc_stride_gather_bruck_t bruck_t;

static int member(const bruck_t *b, long long place) { return b->thread[((place % b->n) + b->n) % b->n]; }

int upc_stride_gather_bruck_member(const bruck_t *b, long long place) { return member(b, place); }

/* Bytes of `count` members: rank a and those before it. */
static size_t bytes_of(const bruck_t *b, long long a, long long count) {
  size_t sum = 0;
  long long i;
  for (i = 0; i < count; i++) sum += b->bytes(b->builder, member(b, a - i), b->sample);
  return sum;
}

static void lay_out(bruck_t *b) {
  size_t at = upc_stride_plan_buffer(b->builder, bytes_of(b, b->me, b->n));
  long long i;
  for (i = 0; i < b->n; i++) {
    b->at[i] = at;
    at += bytes_of(b, b->me - i, 1);
  }
}

static void pass_on(const bruck_t *b, int r) {
  long long by = 1LL << r, count = by < b->n - by ? by : b->n - by;
  size_t out = bytes_of(b, b->me, count), in = bytes_of(b, b->me - by, count);
  upc_stride_plan_exchange(b->builder, member(b, b->me + by), upc_stride_in_buffer(b->at[0], out), member(b,
                                                                                                          b->me - by),
                           upc_stride_in_buffer(b->at[by], in));
}

bruck_t upc_stride_gather_bruck_begin(const upc_stride_role_t *role, upc_stride_between_t *bytes) {
  upc_stride_builder_t *B = role->builder;
  bruck_t b;
  b.builder = B;
  b.bytes = bytes;
  b.n = role->group->n;
  b.thread = upc_stride_plan_alloc(B, sizeof(int) * (size_t)b.n);
  b.me = upc_stride_order_group(role->group, UPC_STRIDE_ROW_MAJOR, B->me, b.thread);
  b.sample = upc_stride_plan_sample(B, role->group);
  b.at = upc_stride_plan_alloc(B, sizeof(size_t) * (size_t)b.n);
  lay_out(&b);
  return b;
}

void upc_stride_gather_bruck_rounds(const bruck_t *b) {
  int r;
  for (r = 0; 1LL << r < b->n; r++) pass_on(b, r);
}

void upc_stride_gather_all_bruck(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const bruck_t b = upc_stride_gather_bruck_begin(role, upc_stride_plan_bytes);
  long long i;
  upc_stride_enter(role);
  upc_stride_plan_pack(B, B->me, b.sample, b.at[0]);
  upc_stride_plan_move(B, B->me, B->me);
  upc_stride_gather_bruck_rounds(&b);
  for (i = 1; i < b.n; i++) upc_stride_plan_unpack(B, member(&b, b.me - i), B->me, b.at[i]);
  upc_stride_plan_spread(B, B->me);
  upc_stride_leave(role);
}
