/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exchange in the rounds of a torus (trees/rounds.h), many of them at once (schedule.h): any four successive
 * rounds load all links of a ring alike, in both directions. A rule says how many rounds are under way (`rounds`). The
 * messages of a round do not end at the same time, since those of members far from each other share more links. With
 * eight under way the links of 4 x 4 x 4 nodes are idle for a seventh of the time, with 24 for a tenth.
 *
 * Wins for many members and pieces from a few KB on a torus. Cost: about p * bytes / 8 times the length of the longest
 * ring, divided by the bandwidth of a link. No exchange without combining takes less, since half of all data crosses
 * the middle of this ring. */
#include "schedules/schedule.h"

/* The data that goes from s to d, at the caller's end. */
static upc_stride_round_message_t message(const upc_stride_builder_t *B, int s, int d) {
  const upc_stride_base_t *base = s == B->me ? &B->src : &B->dst;
  upc_stride_round_message_t m;
  size_t bytes = upc_stride_plan_bytes(B, s, d), at;
  m.thread = s == B->me ? d : s;
  m.packed = bytes > 0 && !upc_stride_plan_in_one(B, s, d, &at);
  m.memory = upc_stride_in_buffer(0, bytes);
  if (bytes > 0 && !m.packed) m.memory = upc_stride_base_memory(B, base, at, bytes);
  return m;
}

void upc_stride_exchange_torus(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  int n = role->group->n, r;
  int *to = upc_stride_plan_scratch(B, 2 * (size_t)n * sizeof(int)), *from = to + n;
  upc_stride_rounds_t x = upc_stride_rounds_new(B, n, role->choice->rounds);
  upc_stride_group_rounds(role->group, B->me, to, from);
  for (r = 1; r < n; r++) {
    x.out[r] = message(B, B->me, to[r]);
    x.in[r] = message(B, from[r], B->me);
  }
  upc_stride_enter(role);
  upc_stride_rounds_begin(&x);
  upc_stride_plan_move(B, B->me, B->me);
  upc_stride_rounds_end(&x);
  upc_stride_leave(role);
}
