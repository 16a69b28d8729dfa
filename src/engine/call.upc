/* SPDX-License-Identifier: BSD-3-Clause
 * Runs: walking a plan. Steps that speak to another thread stop the walk until they can be done. */
#include "engine/call.h"
#include "transport/channel.h"
#include "engine/last_arriver.h"
#include "engine/pack.h"
#include "checked/deadlock.h"
#include "base/port.h"

#include <stdlib.h>
#include <string.h>

typedef shared [] char *place_t;

static upc_stride_call_t *in_flight;   /* launched and not ended, oldest first */

/* Each call has two tags: of its messages, and of its replies. */
static unsigned tag_of(const upc_stride_call_t *run, const upc_stride_step_t *s) {
  return run->tags[s->peer] * 2 + (unsigned)s->reply;
}

/* ---- the two halves of a message: 0 where it cannot be done yet ---- */

static upc_stride_channel_t *channel(const upc_stride_call_t *run, int peer) { return run->plan->peers[peer].channel; }

static char *room(upc_stride_call_t *run, int peer) {
  char *message = upc_stride_channel_slot(channel(run, peer));
  run->ring_full = message == NULL;
  return message;
}

static void send_message(upc_stride_call_t *run, const upc_stride_step_t *s, size_t bytes) {
  upc_stride_channel_send(channel(run, s->peer), tag_of(run, s), bytes);
}

static const char *look(upc_stride_call_t *run, const upc_stride_step_t *s) {
  return upc_stride_channel_look(channel(run, s->peer), tag_of(run, s));
}

static void drop(upc_stride_call_t *run, int peer) { upc_stride_channel_drop(channel(run, peer)); }

/* Of a step that sends or receives bytes. */
static char *own_memory(const upc_stride_call_t *run, const upc_stride_step_t *s) {
  return s->here != NULL ? s->here : run->buffer.here + s->at;
}

static int send_step(upc_stride_call_t *run, const upc_stride_step_t *s) {
  char *message = room(run, s->peer);
  size_t bytes = 0;
  if (message == NULL) return 0;
  if (s->kind == UPC_STRIDE_EAGER_SEND) {
    upc_stride_pack(message, run, s);
    bytes = s->bytes;
  } else if (s->kind == UPC_STRIDE_EAGER_SEND_BYTES) {
    memcpy(message, own_memory(run, s), s->bytes);
    bytes = s->bytes;
  } else if (s->kind == UPC_STRIDE_RENDEZVOUS_OFFER) {
    place_t place = s->place;
    if (place == NULL) place = run->buffer.place + s->at;
    memcpy(message, &place, sizeof place);
    bytes = sizeof place;
  }
  send_message(run, s, bytes);
  return 1;
}

static int receive_step(upc_stride_call_t *run, const upc_stride_step_t *s) {
  const char *message = look(run, s);
  if (message == NULL) return 0;
  if (s->kind == UPC_STRIDE_EAGER_RECV) {
    upc_stride_unpack(message, run, s);
  } else if (s->kind == UPC_STRIDE_EAGER_RECV_BYTES) {
    memcpy(own_memory(run, s), message, s->bytes);
  }
  drop(run, s->peer);
  return 1;
}

/* ---- steps that move data: started once, then looked at until it is there ---- */

static int moved(upc_stride_call_t *run) {
  run->moving = !upc_stride_transfer_test(&run->transfer);
  return !run->moving;
}

static int fetch_step(upc_stride_call_t *run, const upc_stride_step_t *s) {
  const char *message;
  place_t place;
  if (run->moving) return moved(run);
  message = look(run, s);
  if (message == NULL) return 0;
  memcpy(&place, message, sizeof place);
  drop(run, s->peer);
  upc_stride_transfer_get(&run->transfer, own_memory(run, s), (shared const void *)place, s->bytes);
  return moved(run);
}

/* Streams are begun, and looked at in a step of their own. */
static void begin_stream(upc_stride_call_t *run, const upc_stride_step_t *s) {
  int thread = run->plan->peers[s->peer].thread;
  char *here = own_memory(run, s);
  upc_stride_stream_t *stream = &run->stream[s->slot];
  if (s->kind == UPC_STRIDE_STREAM_SEND) *stream = upc_stride_stream_send(thread, tag_of(run, s), s->number, here, s->bytes);
  else *stream = upc_stride_stream_receive(thread, tag_of(run, s), s->number, here, s->bytes);
}

static int move_step(upc_stride_call_t *run, const upc_stride_step_t *s) {
  if (!run->moving) upc_stride_move(run, s);
  return moved(run);
}

int upc_stride_call_send(upc_stride_call_t *run, const upc_stride_step_t *s, const void *data, size_t bytes) {
  char *message = room(run, s->peer);
  if (message == NULL) return 0;
  memcpy(message, data, bytes);
  send_message(run, s, bytes);
  return 1;
}

int upc_stride_call_receive(upc_stride_call_t *run, const upc_stride_step_t *s, void *data, size_t bytes) {
  const char *message = look(run, s);
  if (message == NULL) return 0;
  memcpy(data, message, bytes);
  drop(run, s->peer);
  return 1;
}

static int advance(upc_stride_call_t *run) {
  const upc_stride_step_t *s = run->plan->steps + run->at;
  int done = 1;
  for (;; s++) {
    switch (s->kind) {
      case UPC_STRIDE_END: run->at = (int)(s - run->plan->steps); return 1;
      case UPC_STRIDE_SIGNAL: case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_RENDEZVOUS_OFFER:
        done = send_step(run, s);
        break;
      case UPC_STRIDE_AWAIT: case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_EAGER_RECV_BYTES:
        done = receive_step(run, s);
        break;
      case UPC_STRIDE_PACK: upc_stride_pack(run->buffer.here + s->at, run, s); break;
      case UPC_STRIDE_UNPACK: upc_stride_unpack(run->buffer.here + s->at, run, s); break;
      case UPC_STRIDE_COPY_IN_BUFFER: memcpy(run->buffer.here + s->at, run->buffer.here + s->from, s->bytes); break;
      case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV: begin_stream(run, s); break;
      case UPC_STRIDE_STREAM_WAIT: done = upc_stride_streamed(&run->stream[s->slot]); break;
      case UPC_STRIDE_RENDEZVOUS_GET: done = fetch_step(run, s); break;
      case UPC_STRIDE_MOVE: done = move_step(run, s); break;
      case UPC_STRIDE_LAST_ARRIVER:
        done = upc_stride_last_arriver_found(run, s);
        if (done && !run->last.works) s = run->plan->steps + s->at - 1; /* another has done what stands between */
        break;
      default: done = s->act(run, s);
    }
    if (!done) {
      run->at = (int)(s - run->plan->steps);
      return 0;
    }
  }
}

/* ---- beginning and end ---- */

static void begin(upc_stride_call_t *run, upc_stride_plan_t *P) {
  int i;
  run->plan = P;
  run->at = run->ring_full = run->moving = 0;
  run->transfer.handle = NULL;
  run->stuck_at = -1;
  memset(&run->last, 0, sizeof run->last);
  run->tags = run->few;
  run->next = NULL;
  P->in_flight++;
  if (P->npeers > 8) {
    run->tags = malloc((size_t)P->npeers * sizeof(unsigned));
    if (run->tags == NULL) upc_stride_fail(&P->site, "memory", "none for %d neighbours, must be there", P->npeers);
  }
  for (i = 0; i < P->npeers; i++) run->tags[i] = upc_stride_channel_tag(P->peers[i].channel);
  if (P->buffer > 0) upc_stride_buffer_take(&run->buffer, P->buffer);
}

static void end(upc_stride_call_t *run) {
  upc_stride_plan_t *P = run->plan;
  if (run->stuck_at >= 0) upc_stride_deadlock_resolved();
  if (P->buffer > 0) upc_stride_buffer_give(&run->buffer);
  if (run->tags != run->few) free(run->tags);
  if (--P->in_flight == 0 && !P->kept) upc_stride_plan_free(P);
}

int upc_stride_call_in_flight(const upc_stride_call_t *run) {
  const upc_stride_call_t *r = in_flight;
  while (r != NULL && r != run) r = r->next;
  return r == run;
}

static void forget(upc_stride_call_t *run) {
  upc_stride_call_t **link = &in_flight;
  while (*link != run) link = &(*link)->next;
  *link = run->next;
}

/* ---- progress ---- */

static int ended(const upc_stride_call_t *run) { return run->plan->steps[run->at].kind == UPC_STRIDE_END; }

static void absorb(const upc_stride_call_t *run) {
  int i;
  for (i = 0; i < run->plan->npeers; i++) upc_stride_channel_absorb(channel(run, i));
}

/* All calls in flight go on as far as they can, beside one that is waited for, if any. Ended ones stay until they are tested
 * or waited for. A thread that cannot send takes in what others send it, whether it waits, tests or is in a barrier: so no
 * circle of threads waits for each other's rings. */
static void advance_others(const upc_stride_call_t *waiting) {
  static unsigned turn;
  int stuck = waiting != NULL && waiting->ring_full;
  upc_stride_call_t *run;
  for (run = in_flight; run != NULL; run = run->next)
    if (!ended(run) && !advance(run)) stuck |= run->ring_full;
  if (!stuck || ++turn % 16 != 0) return;
  if (waiting != NULL) absorb(waiting);
  for (run = in_flight; run != NULL; run = run->next) absorb(run);
}

/* The runtime calls this while the thread waits in a barrier or for a lock. */
static int meanwhile(void) {
  upc_stride_call_t *run;
  advance_others(NULL);
  for (run = in_flight; run != NULL; run = run->next)
    if (!ended(run)) return 1;
  upc_stride_work_while_waiting(NULL);
  return 0;
}

/* While leave to copy is waited for, what is then copied may come closer. */
static void warm(const upc_stride_call_t *run) {
  const upc_stride_step_t *s = run->plan->steps + run->at;
  if (s->kind == UPC_STRIDE_AWAIT) upc_stride_warm(run->plan, s + 1);
}

/* Waits until the run has ended, for other calls as well. */
static void wait_for(upc_stride_call_t *run) {
  unsigned turn = 0;
  int at = run->at;
  warm(run);
  while (!advance(run)) {
    if (in_flight != NULL || run->ring_full) advance_others(run);
    if (run->at != at) {
      at = run->at;
      turn = 0;
      warm(run);
    }
    if (turn % 256 == 255) upc_stride_deadlock_check(run, 1);
    if (run->plan->steps[run->at].other_core) upc_stride_relax_other_core(turn++);
    else upc_stride_relax(turn++);
  }
}

void upc_stride_call_ahead(const upc_stride_plan_t *P) {
  const upc_stride_step_t *s = P->steps;
  int posts = s->kind == UPC_STRIDE_EAGER_SEND || s->kind == UPC_STRIDE_EAGER_SEND_BYTES;
  if (posts || s->kind == UPC_STRIDE_SIGNAL || s->kind == UPC_STRIDE_RENDEZVOUS_OFFER)
    upc_stride_channel_ahead(P->peers[s->peer].channel, posts ? s->bytes : 0);
}

void upc_stride_call_blocking(upc_stride_plan_t *P) {
  upc_stride_call_t run;
  if (P->steps[0].kind == UPC_STRIDE_END) return;
  begin(&run, P);
  if (!advance(&run)) wait_for(&run);
  end(&run);
}

upc_stride_call_t *upc_stride_call_start(upc_stride_plan_t *P) {
  upc_stride_call_t *run, **link = &in_flight;
  if (P->steps[0].kind == UPC_STRIDE_END) return NULL;
  run = malloc(sizeof *run);
  if (run == NULL) upc_stride_fail(&P->site, "memory", "none for a call in flight, must be there");
  begin(run, P);
  while (*link != NULL) link = &(*link)->next;
  *link = run;
  advance(run);
  upc_stride_work_while_waiting(meanwhile);
  return run;
}

int upc_stride_call_test(upc_stride_call_t *run) {
  upc_stride_poll();
  advance_others(NULL);
  if (!ended(run)) {
    upc_stride_deadlock_check(run, 0);
    return 0;
  }
  forget(run);
  end(run);
  free(run);
  return 1;
}

void upc_stride_call_wait(upc_stride_call_t *run) {
  if (!ended(run)) wait_for(run);
  forget(run);
  end(run);
  free(run);
}
