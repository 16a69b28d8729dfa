/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: bytes between two threads, of any length. Both ends compute which of three ways they go, with the
 * same result:
 *
 *   way          sender                                  receiver
 *   eager        EAGER_SEND_BYTES                        EAGER_RECV_BYTES            the bytes fit into a slot
 *   stream       STREAM_SEND .. STREAM_WAIT              STREAM_RECV .. STREAM_WAIT  far threads, if the runtime
 *                                                                                    says that streams are best
 *   rendezvous   RENDEZVOUS_OFFER .. AWAIT (a reply)     RENDEZVOUS_GET, SIGNAL      all others
 *
 * The signal that ends a rendezvous is a reply, since the sender may be sending to the receiver's thread as well. */
#include "plan/plan.h"
#include "base/allocate.h"
#include "base/port.h"

typedef enum way { EAGER, STREAM, RENDEZVOUS } way_t;

static way_t way_of(int thread, size_t bytes) {
  if (upc_stride_streams(thread, bytes)) return STREAM;
  return bytes <= upc_stride_eager() ? EAGER : RENDEZVOUS;
}

static void bytes_step(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int thread, const upc_stride_memory_t *m,
                       int stream) {
  upc_stride_step_t *step = upc_stride_plan_step_with(P, kind, thread);
  upc_stride_bytes_step_t *bytes = &step->data.bytes;
  bytes->stream = stream;
  if (stream >= P->stream_ids) P->stream_ids = stream + 1;
  bytes->number = m->number;
  bytes->position = m->position;
  bytes->bytes = m->bytes;
  if (m->place == NULL) return;
  if (kind == UPC_STRIDE_RENDEZVOUS_OFFER) bytes->place = m->place;
  bytes->address = upc_stride_plan_address(P, step, UPC_STRIDE_FROM_PLACE, (char *)m->place);
}

static void wait_for_stream(upc_stride_plan_t *P, int thread, int stream) {
  upc_stride_plan_step_with(P, UPC_STRIDE_STREAM_WAIT, thread)->data.bytes.stream = stream;
}

/* ---- sending ---- */

static void note_sent(upc_stride_plan_t *P, int thread, int stream) {
  P->sent = upc_stride_grown(P->sent, P->nsent, &P->sent_capacity, sizeof(upc_stride_sent_t), "a plan");
  P->sent[P->nsent].thread = thread;
  P->sent[P->nsent++].stream = stream;
}

void upc_stride_plan_wait_sent(upc_stride_plan_t *P, int left) {
  for (; P->nsent - P->confirmed > left; P->confirmed++) {
    upc_stride_sent_t *sent = &P->sent[P->confirmed];
    if (sent->stream < 0) {
      upc_stride_plan_await_done(P, sent->thread);
      continue;
    }
    wait_for_stream(P, sent->thread, sent->stream);
    P->sending &= ~(1u << sent->stream / 2);
  }
}

static void send_stream(upc_stride_plan_t *P, int thread, const upc_stride_memory_t *from) {
  int i = 0;
  upc_stride_plan_wait_sent(P, P->at_once - 1);
  while ((P->sending >> i & 1) != 0) i++;
  P->sending |= 1u << i;
  bytes_step(P, UPC_STRIDE_STREAM_SEND, thread, from, 2 * i + 1);
  note_sent(P, thread, 2 * i + 1);
}

void upc_stride_plan_at_once(upc_stride_plan_t *P, int streams) { P->at_once = streams; }

int upc_stride_plan_streams_of(size_t bytes, size_t under_way, int most) {
  size_t streams = under_way / bytes;
  return streams < 1 ? 1 : streams < (size_t)most ? (int)streams : most;
}

void upc_stride_plan_pass_on(upc_stride_plan_t *P, size_t segment, size_t under_way) {
  int streams = upc_stride_plan_streams_of(segment, under_way, UPC_STRIDE_EXPECTED);
  upc_stride_plan_at_once(P, streams < 2 ? 2 : streams);
}

void upc_stride_plan_send(upc_stride_plan_t *P, int thread, upc_stride_memory_t from) {
  if (from.bytes == 0) return;
  switch (way_of(thread, from.bytes)) {
    case EAGER: bytes_step(P, UPC_STRIDE_EAGER_SEND_BYTES, thread, &from, -1); break;
    case STREAM: send_stream(P, thread, &from); break;
    case RENDEZVOUS:
      bytes_step(P, UPC_STRIDE_RENDEZVOUS_OFFER, thread, &from, -1);
      note_sent(P, thread, -1);
  }
}

/* ---- receiving ---- */

/* The stream id of entry i of `expected`; the last i is none. */
static int expected_stream(int i) { return i == UPC_STRIDE_MOST_AT_ONCE ? 0 : 2 * i + 2; }

static void start_receiving(upc_stride_plan_t *P, int thread, const upc_stride_memory_t *to, int i) {
  bytes_step(P, UPC_STRIDE_STREAM_RECV, thread, to, expected_stream(i));
}

void upc_stride_plan_expect(upc_stride_plan_t *P, int thread, upc_stride_memory_t to) {
  int i = 0;
  if (to.bytes == 0 || way_of(thread, to.bytes) != STREAM) return;
  if (P->expected == NULL)
    P->expected = upc_stride_alloc(UPC_STRIDE_MOST_AT_ONCE, sizeof *P->expected, "what a plan expects");
  while (i < UPC_STRIDE_MOST_AT_ONCE && P->expected[i].memory.bytes > 0) i++;
  if (i == UPC_STRIDE_MOST_AT_ONCE) return;
  P->expected[i].memory = to;
  P->expected[i].thread = thread;
  start_receiving(P, thread, &to, i);
}

/* The entry of `expected` for these bytes, or UPC_STRIDE_MOST_AT_ONCE. */
static int find_expected(const upc_stride_plan_t *P, int thread, unsigned number) {
  int i;
  for (i = 0; i < UPC_STRIDE_MOST_AT_ONCE && P->expected != NULL; i++) {
    const upc_stride_expected_t *e = &P->expected[i];
    if (e->memory.bytes > 0 && e->thread == thread && e->memory.number == number) return i;
  }
  return UPC_STRIDE_MOST_AT_ONCE;
}

static void receive_stream(upc_stride_plan_t *P, int thread, const upc_stride_memory_t *to) {
  int i = find_expected(P, thread, to->number);
  if (i < UPC_STRIDE_MOST_AT_ONCE) P->expected[i].memory.bytes = 0;
  else start_receiving(P, thread, to, i);
  wait_for_stream(P, thread, expected_stream(i));
}

void upc_stride_plan_receive(upc_stride_plan_t *P, int thread, upc_stride_memory_t to) {
  if (to.bytes == 0) return;
  switch (way_of(thread, to.bytes)) {
    case EAGER: bytes_step(P, UPC_STRIDE_EAGER_RECV_BYTES, thread, &to, -1); break;
    case STREAM: receive_stream(P, thread, &to); break;
    case RENDEZVOUS:
      bytes_step(P, UPC_STRIDE_RENDEZVOUS_GET, thread, &to, -1);
      upc_stride_plan_signal_done(P, thread);
  }
}

void upc_stride_plan_exchange(upc_stride_plan_t *P, int to, upc_stride_memory_t out, int from, upc_stride_memory_t in) {
  upc_stride_plan_expect(P, from, in);
  upc_stride_plan_send(P, to, out);
  upc_stride_plan_receive(P, from, in);
}
