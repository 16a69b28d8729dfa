/* SPDX-License-Identifier: BSD-3-Clause
 * A member sends its messages of `at_once` - 1 rounds ahead of the round that it receives, and expects those of
 * `at_once`. So the messages of all these rounds are on the network together. No circle of members waits: a message of
 * round r is sent, and expected, when those of rounds before r have come.
 *
 * A packed message needs a buffer until it has been sent, or unpacked. The rounds r, r + at_once, .. share one. */
#include <stdlib.h>
#include "base/allocate.h"
#include "schedules/schedule.h"

upc_stride_rounds_t upc_stride_rounds_new(upc_stride_builder_t *B, int n, int at_once) {
  upc_stride_rounds_t x;
  int r;
  x.builder = B;
  x.n = n;
  x.at_once = at_once;
  x.out = upc_stride_alloc(2 * (size_t)n, sizeof *x.out, "the rounds of a call");
  x.in = x.out + n;
  for (r = 0; r < 2 * n; r++) x.out[r].packed = 0, x.out[r].memory.bytes = 0;
  x.sent = upc_stride_alloc((size_t)n, sizeof *x.sent, "the rounds of a call");
  return x;
}

/* A buffer as large as the largest message that uses it, for each of `at_once` turns. */
static void give_buffers(const upc_stride_rounds_t *x, upc_stride_round_message_t *message) {
  int turn, r;
  for (turn = 0; turn < x->at_once; turn++) {
    size_t most = 0, at;
    for (r = turn; r < x->n; r += x->at_once)
      if (message[r].packed && message[r].memory.bytes > most) most = message[r].memory.bytes;
    at = upc_stride_plan_buffer(x->builder, most);
    for (r = turn; r < x->n; r += x->at_once)
      if (message[r].packed) message[r].memory = upc_stride_in_buffer(at, message[r].memory.bytes);
  }
}

static void expect(const upc_stride_rounds_t *x, int r) {
  if (r < x->n && x->in[r].memory.bytes > 0) upc_stride_plan_expect(x->builder, x->in[r].thread, x->in[r].memory);
}

/* Before a buffer is used again, its message has been sent. Which messages came later is counted, not computed from the
 * rounds: a round may have none, or one that the plan need not wait for. */
static void send_round(const upc_stride_rounds_t *x, int r) {
  upc_stride_builder_t *B = x->builder;
  const upc_stride_round_message_t *m = &x->out[r];
  if (r >= x->n) return;
  if (m->memory.bytes > 0) {
    if (m->packed) {
      if (r > x->at_once) upc_stride_plan_wait_sent(B, B->nsent - x->sent[r - x->at_once]);
      upc_stride_plan_pack(B, B->me, m->thread, m->memory.position);
    }
    upc_stride_plan_send(B, m->thread, m->memory);
  }
  x->sent[r] = B->nsent;
}

static void receive_round(const upc_stride_rounds_t *x, int r) {
  const upc_stride_round_message_t *m = &x->in[r];
  if (m->memory.bytes == 0) return;
  upc_stride_plan_receive(x->builder, m->thread, m->memory);
  if (m->packed) upc_stride_plan_unpack(x->builder, m->thread, x->builder->me, m->memory.position);
}

void upc_stride_rounds_begin(upc_stride_rounds_t *x) {
  int r;
  give_buffers(x, x->out);
  give_buffers(x, x->in);
  if (x->at_once > UPC_STRIDE_EXPECTED) upc_stride_plan_at_once(x->builder, x->at_once);
  for (r = 1; r <= x->at_once; r++) expect(x, r);
  for (r = 1; r <= x->at_once; r++) send_round(x, r);
}

void upc_stride_rounds_end(upc_stride_rounds_t *x) {
  int r;
  for (r = 1; r < x->n; r++) {
    receive_round(x, r);
    expect(x, r + x->at_once);
    send_round(x, r + x->at_once);
  }
  free(x->out);
  free(x->sent);
}
