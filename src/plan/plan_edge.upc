/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: data between two threads, of any length. It goes one of three ways, which both ends work out alike:
 *
 *   message   it fits into one
 *   stream    the runtime moves it (port.h), if the threads are far from each other and it says that is best:
 *             SEND .. STREAMED at one end, RECEIVE .. STREAMED at the other
 *   offer     OFFER .. HEAR at the sender, FETCH, TELL at the receiver; the answer is a reply, since the sender may be
 *             sending the other way as well
 *
 * A receiver that says early what it expects lets a stream begin, and those after it, while it still does other things. */
#include "transport/channel.h"
#include "plan/plan.h"
#include "base/port.h"

enum { MESSAGE, STREAM, OFFER };

static int way(int thread, size_t bytes) {
  if (upc_stride_streams(thread, bytes)) return STREAM;
  return bytes <= upc_stride_eager() ? MESSAGE : OFFER;
}

static upc_stride_memory_t memory(shared [] char *place, size_t at, size_t bytes) {
  upc_stride_memory_t m;
  m.place = place;
  m.at = at;
  m.bytes = bytes;
  m.number = 0;
  return m;
}

upc_stride_memory_t upc_stride_at_place(shared [] char *place, size_t bytes) { return memory(place, 0, bytes); }
upc_stride_memory_t upc_stride_in_buffer(size_t at, size_t bytes) { return memory(NULL, at, bytes); }

static upc_stride_step_t *step(upc_stride_plan_t *P, int kind, int thread, const upc_stride_memory_t *m) {
  upc_stride_step_t *s;
  upc_stride_plan_bytes(P, kind, thread, m->at, m->bytes);
  s = &P->steps[P->nsteps - 1];
  s->number = m->number;
  if (m->place != NULL) {
    s->place = m->place;
    s->here = (char *)m->place;
  }
  return s;
}

/* Waiting for the stream in a slot, from or to a thread. */
static void streamed(upc_stride_plan_t *P, int thread, int slot) {
  upc_stride_memory_t none = upc_stride_in_buffer(0, 0);
  step(P, UPC_STRIDE_STREAM_WAIT, thread, &none)->slot = slot;
}

/* ---- sending ---- */

/* What has been sent: the slot of a stream, or -1 - the thread that fetches it. */
static void note_sent(upc_stride_plan_t *P, int what) {
  P->unsure = upc_stride_plan_more(P, P->unsure, P->nunsure, &P->unsure_capacity, sizeof(int));
  P->unsure[P->nunsure++] = what;
}

void upc_stride_plan_sent(upc_stride_plan_t *P, int left) {
  for (; P->nunsure - P->first_unsure > left; P->first_unsure++) {
    int what = P->unsure[P->first_unsure];
    if (what >= 0) streamed(P, P->sent_to[what], what);
    else upc_stride_plan_await_done(P, -1 - what);
  }
}

void upc_stride_plan_send(upc_stride_plan_t *P, int thread, upc_stride_memory_t from) {
  switch (way(thread, from.bytes)) {
    case MESSAGE: step(P, UPC_STRIDE_EAGER_SEND_BYTES, thread, &from); break;
    case STREAM:
      upc_stride_plan_sent(P, UPC_STRIDE_SENT - 1);
      P->sent_to[P->sends % UPC_STRIDE_SENT] = thread;
      step(P, UPC_STRIDE_STREAM_SEND, thread, &from)->slot = P->sends % UPC_STRIDE_SENT;
      note_sent(P, P->sends++ % UPC_STRIDE_SENT);
      break;
    default:
      step(P, UPC_STRIDE_RENDEZVOUS_OFFER, thread, &from);
      note_sent(P, -1 - thread);
  }
}

/* ---- receiving: slots behind those of what is sent ---- */

static void begin(upc_stride_plan_t *P, int thread, const upc_stride_memory_t *to, int slot) {
  step(P, UPC_STRIDE_STREAM_RECV, thread, to)->slot = UPC_STRIDE_SENT + slot;
}

void upc_stride_plan_expect(upc_stride_plan_t *P, int thread, upc_stride_memory_t to) {
  int i = 0;
  if (way(thread, to.bytes) != STREAM) return;
  while (i < UPC_STRIDE_EXPECTED && P->expected[i].to.bytes > 0) i++;
  if (i == UPC_STRIDE_EXPECTED) return;
  P->expected[i].to = to;
  P->expected[i].thread = thread;
  begin(P, thread, &to, i);
}

static int expected(const upc_stride_plan_t *P, int thread, unsigned number) {
  int i = 0;
  while (i < UPC_STRIDE_EXPECTED && (P->expected[i].to.bytes == 0 || P->expected[i].thread != thread ||
                                     P->expected[i].to.number != number)) i++;
  return i;
}

void upc_stride_plan_receive(upc_stride_plan_t *P, int thread, upc_stride_memory_t to) {
  int i;
  switch (way(thread, to.bytes)) {
    case MESSAGE: step(P, UPC_STRIDE_EAGER_RECV_BYTES, thread, &to); break;
    case STREAM:
      i = expected(P, thread, to.number);
      if (i < UPC_STRIDE_EXPECTED) P->expected[i].to.bytes = 0;
      else begin(P, thread, &to, i);
      streamed(P, thread, UPC_STRIDE_SENT + i);
      break;
    default:
      step(P, UPC_STRIDE_RENDEZVOUS_GET, thread, &to);
      upc_stride_plan_signal_done(P, thread);
  }
}
