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
#include "plan/builder.h"
#include "base/allocate.h"

typedef enum way { EAGER, STREAM, RENDEZVOUS } way_t;

static way_t way_of(const upc_stride_builder_t *B, int thread, size_t bytes) {
  if (B->setting->streams(B->me, thread, bytes)) return STREAM;
  return bytes <= B->setting->eager() ? EAGER : RENDEZVOUS;
}

static upc_stride_step_t *bytes_step(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int thread,
                                     const upc_stride_memory_t *m) {
  upc_stride_step_t *step = upc_stride_plan_step_with(B, kind, thread);
  upc_stride_bytes_step_t *bytes = &step->data.bytes;
  bytes->number = m->number;
  bytes->bytes = m->bytes;
  step->in_buffer = m->address == NULL;
  if (step->in_buffer) {
    bytes->address = (char *)m->position;
  } else {
    step->end = m->end;
    bytes->address = upc_stride_plan_address(B, step, UPC_STRIDE_FROM_PLACE, m->address);
  }
  return step;
}

enum { A_STREAM_ID_FITS_A_BYTE = 1 / (UPC_STRIDE_STREAMS <= 256) }; /* else this does not compile */

static void stream_step(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int thread, const upc_stride_memory_t *m,
                        int stream) {
  if (stream >= B->stream_ids) B->stream_ids = stream + 1;
  bytes_step(B, kind, thread, m)->stream = (unsigned char)stream;
}

static void wait_for_stream(upc_stride_builder_t *B, int thread, int stream) {
  upc_stride_plan_step_with(B, UPC_STRIDE_STREAM_WAIT, thread)->stream = (unsigned char)stream;
}

/* ---- sending ---- */

static void note_sent(upc_stride_builder_t *B, int thread, int stream) {
  B->sent = upc_stride_grown(B->sent, B->nsent, &B->sent_capacity, sizeof(upc_stride_sent_t), "a plan");
  B->sent[B->nsent].thread = thread;
  B->sent[B->nsent++].stream = stream;
}

void upc_stride_plan_wait_sent(upc_stride_builder_t *B, int left) {
  for (; B->nsent - B->confirmed > left; B->confirmed++) {
    upc_stride_sent_t *sent = &B->sent[B->confirmed];
    if (sent->stream < 0) {
      upc_stride_plan_await_done(B, sent->thread);
      continue;
    }
    wait_for_stream(B, sent->thread, sent->stream);
    B->sending &= ~(1u << sent->stream / 2);
  }
}

static void send_stream(upc_stride_builder_t *B, int thread, const upc_stride_memory_t *from) {
  int i = 0;
  upc_stride_plan_wait_sent(B, B->at_once - 1);
  while ((B->sending >> i & 1) != 0) i++;
  B->sending |= 1u << i;
  stream_step(B, UPC_STRIDE_STREAM_SEND, thread, from, 2 * i + 1);
  note_sent(B, thread, 2 * i + 1);
}

void upc_stride_plan_at_once(upc_stride_builder_t *B, int streams) { B->at_once = streams; }

int upc_stride_plan_streams_of(size_t bytes, size_t under_way, int most) {
  size_t streams = under_way / bytes;
  return streams < 1 ? 1 : streams < (size_t)most ? (int)streams : most;
}

void upc_stride_plan_pass_on(upc_stride_builder_t *B, size_t segment, size_t under_way) {
  int streams = upc_stride_plan_streams_of(segment, under_way, UPC_STRIDE_EXPECTED);
  upc_stride_plan_at_once(B, streams < 2 ? 2 : streams);
}

void upc_stride_plan_send(upc_stride_builder_t *B, int thread, upc_stride_memory_t from) {
  if (from.bytes == 0) return;
  switch (way_of(B, thread, from.bytes)) {
    case EAGER: bytes_step(B, UPC_STRIDE_EAGER_SEND_BYTES, thread, &from); break;
    case STREAM: send_stream(B, thread, &from); break;
    case RENDEZVOUS:
      bytes_step(B, UPC_STRIDE_RENDEZVOUS_OFFER, thread, &from);
      note_sent(B, thread, -1);
  }
}

/* ---- receiving ---- */

/* The stream id of entry i of `expected`; the last i is none. */
static int expected_stream(int i) { return i == UPC_STRIDE_MOST_AT_ONCE ? 0 : 2 * i + 2; }

static void start_receiving(upc_stride_builder_t *B, int thread, const upc_stride_memory_t *to, int i) {
  stream_step(B, UPC_STRIDE_STREAM_RECV, thread, to, expected_stream(i));
}

void upc_stride_plan_expect(upc_stride_builder_t *B, int thread, upc_stride_memory_t to) {
  int i = 0;
  if (to.bytes == 0 || way_of(B, thread, to.bytes) != STREAM) return;
  if (B->expected == NULL)
    B->expected = upc_stride_alloc(UPC_STRIDE_MOST_AT_ONCE, sizeof *B->expected, "what a plan expects");
  while (i < UPC_STRIDE_MOST_AT_ONCE && B->expected[i].memory.bytes > 0) i++;
  if (i == UPC_STRIDE_MOST_AT_ONCE) return;
  B->expected[i].memory = to;
  B->expected[i].thread = thread;
  start_receiving(B, thread, &to, i);
}

/* The entry of `expected` for these bytes, or UPC_STRIDE_MOST_AT_ONCE. */
static int find_expected(const upc_stride_builder_t *B, int thread, unsigned number) {
  int i;
  for (i = 0; i < UPC_STRIDE_MOST_AT_ONCE && B->expected != NULL; i++) {
    const upc_stride_expected_t *e = &B->expected[i];
    if (e->memory.bytes > 0 && e->thread == thread && e->memory.number == number) return i;
  }
  return UPC_STRIDE_MOST_AT_ONCE;
}

static void receive_stream(upc_stride_builder_t *B, int thread, const upc_stride_memory_t *to) {
  int i = find_expected(B, thread, to->number);
  if (i < UPC_STRIDE_MOST_AT_ONCE) B->expected[i].memory.bytes = 0;
  else start_receiving(B, thread, to, i);
  wait_for_stream(B, thread, expected_stream(i));
}

void upc_stride_plan_receive(upc_stride_builder_t *B, int thread, upc_stride_memory_t to) {
  if (to.bytes == 0) return;
  switch (way_of(B, thread, to.bytes)) {
    case EAGER: bytes_step(B, UPC_STRIDE_EAGER_RECV_BYTES, thread, &to); break;
    case STREAM: receive_stream(B, thread, &to); break;
    case RENDEZVOUS:
      bytes_step(B, UPC_STRIDE_RENDEZVOUS_GET, thread, &to);
      upc_stride_plan_signal_done(B, thread);
  }
}

void upc_stride_plan_exchange(upc_stride_builder_t *B, int to, upc_stride_memory_t out, int from,
                              upc_stride_memory_t in) {
  upc_stride_plan_expect(B, from, in);
  upc_stride_plan_send(B, to, out);
  upc_stride_plan_receive(B, from, in);
}
