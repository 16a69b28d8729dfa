/* SPDX-License-Identifier: BSD-3-Clause
 * What observers are told of a call: see call.h. */
#include "engine/call.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes between the caller and other threads ---- */

/* Of a step. `last`: only the last arriver does it. */
static void count(upc_stride_prepared_t *P, const upc_stride_step_t *s, int last) {
  size_t bytes;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: P->sends += s->data.pieces.bytes; break;
    case UPC_STRIDE_EAGER_RECV: P->gets += upc_stride_plan_step_bytes(P->plan, s); break;
    case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_RENDEZVOUS_OFFER:
      P->sends += s->data.bytes.bytes;
      break;
    case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_STREAM_RECV: case UPC_STRIDE_RENDEZVOUS_GET:
      P->gets += s->data.bytes.bytes;
      break;
    case UPC_STRIDE_MOVE:
      if (s->data.pieces.s == s->data.pieces.d) break;
      bytes = upc_stride_plan_step_bytes(P->plan, s);
      if (last) P->moves += bytes;
      else if (s->data.pieces.d == MYTHREAD) P->gets += bytes;
      else P->sends += bytes;
  }
}

static void count_once(upc_stride_prepared_t *P) {
  const upc_stride_step_t *s;
  int last = 0;
  if (P->counted) return;
  P->counted = 1;
  P->sends = P->gets = P->moves = 0;
  for (s = P->plan->steps; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s)) {
    last = last || s->kind == UPC_STRIDE_LAST_ARRIVER;
    count(P, s, last);
  }
}

/* ---- a call ---- */

static upc_stride_seen_t seen(const upc_stride_prepared_t *P, const upc_stride_site_t *site, const char *called) {
  upc_stride_seen_t s;
  memset(&s, 0, sizeof s);
  s.name = site->name, s.file = site->file, s.line = site->line, s.called = called;
  s.split = P->plan->split, s.count = P->args.len, s.peers = P->plan->npeers, s.memory = P->meeting;
  return s;
}

static upc_stride_seen_t seen_call(const upc_stride_call_t *call) {
  return seen(call->prepared, &call->site, call->started);
}

void upc_stride_seen_begins(upc_stride_call_t *call) {
  upc_stride_seen_t s = seen_call(call);
  s.planned = call->prepared->planned;
  call->prepared->planned = 0;
  upc_stride_tell_begin(&call->told, &s, 0);
}

void upc_stride_seen_ends(upc_stride_call_t *call) {
  upc_stride_prepared_t *P = call->prepared;
  upc_stride_seen_t s = seen_call(call);
  count_once(P);
  s.sent = P->sends + (call->last.is_last ? P->moves : 0), s.received = P->gets;
  upc_stride_tell_end(&call->told, &s, 0);
}

void upc_stride_seen_idle(const upc_stride_prepared_t *P) {
  upc_stride_told_t told;
  upc_stride_seen_t s = seen(P, &P->site, upc_stride_called());
  if ((upc_stride_observers_see & UPC_STRIDE_SEES_MEMORY) == 0 || P->meeting == NULL) return;
  upc_stride_tell_begin(&told, &s, UPC_STRIDE_SEES_MEMORY);
  upc_stride_tell_end(&told, &s, UPC_STRIDE_SEES_MEMORY);
}

/* ---- waits ---- */

static void tell_wait(upc_stride_call_t *call, int thread, int has_waited) {
  upc_stride_seen_t s;
  if (call->told.number == 0 || (upc_stride_observers_see & UPC_STRIDE_SEES_WAITS) == 0) return;
  s = seen_call(call);
  upc_stride_tell_wait(&call->told, &s, thread, has_waited);
}

void upc_stride_seen_waits(upc_stride_call_t *call, int has_waited) { tell_wait(call, -1, has_waited); }

static int thread_of(const upc_stride_run_t *run, const upc_stride_step_t *s) {
  return s->peer < 0 ? -1 : run->plan->peers[s->peer].thread;
}

static int waits(upc_stride_run_t *run, const upc_stride_step_t *s) {
  tell_wait(upc_stride_call_of(run), thread_of(run, s), 0);
  return 1;
}

static int waited(upc_stride_run_t *run, const upc_stride_step_t *s) {
  tell_wait(upc_stride_call_of(run), thread_of(run, s), 1);
  return 1;
}

/* The others of a call with a last arriver come here from the step in which they have waited for it. */
static int others_waited(upc_stride_run_t *run, const upc_stride_step_t *s) {
  return upc_stride_call_of(run)->last.is_last ? 1 : waited(run, s);
}

/* ---- messages with data. A send is told before its step: its receiver may go on at once. Empty messages are left out:
 * a last arriver takes those of all others in one step. ---- */

static int message(upc_stride_run_t *run, const upc_stride_step_t *s, int kind) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  upc_stride_seen_message_t m;
  upc_stride_seen_t seen;
  if (call->told.number == 0) return 1;
  m.kind = kind, m.thread = (int)s->data.action.to, m.bytes = s->data.action.bytes;
  m.tag = s->peer < 0 ? 0 : upc_stride_call_tag(call, s->peer, s->reply);
  seen = seen_call(call);
  upc_stride_tell_message(&call->told, &seen, &m);
  return 1;
}

static int sends(upc_stride_run_t *run, const upc_stride_step_t *s) { return message(run, s, UPC_STRIDE_SEEN_SEND); }
static int received(upc_stride_run_t *run, const upc_stride_step_t *s) {
  return message(run, s, UPC_STRIDE_SEEN_RECEIVE);
}
static int put(upc_stride_run_t *run, const upc_stride_step_t *s) { return message(run, s, UPC_STRIDE_SEEN_PUT); }
static int got(upc_stride_run_t *run, const upc_stride_step_t *s) { return message(run, s, UPC_STRIDE_SEEN_GET); }

/* ---- the plan ---- */

static size_t bytes_of(const upc_stride_builder_t *B, const upc_stride_pieces_step_t *m) {
  size_t bytes = 0;
  int i;
  if (m->bytes > 0) return m->bytes;
  if (m->count < 0) return upc_stride_flow_bytes(B->flow, m->s, m->d) - m->skip;
  for (i = m->first; i < m->first + m->count; i++) bytes += B->pieces[i].bytes * B->pieces[i].count;
  return bytes;
}

static int may_wait(const upc_stride_step_t *s) {
  switch (s->kind) {
    case UPC_STRIDE_AWAIT: case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_EAGER_RECV_BYTES:
    case UPC_STRIDE_RENDEZVOUS_GET: case UPC_STRIDE_STREAM_WAIT: case UPC_STRIDE_LAST_ARRIVER: return 1;
    case UPC_STRIDE_ACTION: return s->peer >= 0;
    default: return 0;
  }
}

static void add(upc_stride_builder_t *B, upc_stride_action_t *act, int peer) {
  upc_stride_plan_action(B, act, 0, 0, 0);
  upc_stride_plan_newest_step(B)->peer = peer;
}

static void add_message(upc_stride_builder_t *B, upc_stride_action_t *act, const upc_stride_step_t *s, size_t bytes) {
  upc_stride_plan_action(B, act, (size_t)B->peers[s->peer].thread, 0, bytes);
  upc_stride_plan_newest_step(B)->peer = s->peer;
  upc_stride_plan_newest_step(B)->reply = s->reply;
}

static void before_send(upc_stride_builder_t *B, const upc_stride_step_t *s) {
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: add_message(B, sends, s, s->data.pieces.bytes); break;
    case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_RENDEZVOUS_OFFER: case UPC_STRIDE_STREAM_SEND:
      add_message(B, sends, s, s->data.bytes.bytes);
  }
}

/* started[i]: the latest step that has started stream i. */
static void after_receive(upc_stride_builder_t *B, const upc_stride_step_t *s, const upc_stride_step_t **started) {
  int to_me;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_RECV: add_message(B, received, s, bytes_of(B, &s->data.pieces)); break;
    case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_GET:
      add_message(B, received, s, s->data.bytes.bytes);
      break;
    case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV: started[s->stream] = s; break;
    case UPC_STRIDE_STREAM_WAIT:
      s = started[s->stream];
      if (s->kind == UPC_STRIDE_STREAM_RECV) add_message(B, received, s, s->data.bytes.bytes);
      break;
    case UPC_STRIDE_MOVE:
      if (s->data.pieces.s == s->data.pieces.d) break;
      to_me = s->data.pieces.d == MYTHREAD;
      upc_stride_plan_action(B, to_me ? got : put, (size_t)(to_me ? s->data.pieces.s : s->data.pieces.d), 0,
                             bytes_of(B, &s->data.pieces));
  }
}

void upc_stride_seen_making(upc_stride_prepared_t *P) {
  if (upc_stride_observers == NULL) return;
  upc_stride_tell_plans();
  P->planned = 1;
}

/* The place from which all but the last arriver go on, or -1. */
static int behind_last_arriver(const upc_stride_step_t *s) {
  for (; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s))
    if (s->kind == UPC_STRIDE_LAST_ARRIVER) return s->data.last_arriver.after;
  return -1;
}

/* The last step is the plan's end. What the others of a call with a last arriver go on with, as copying out of a view,
 * has another place in the new list. */
void upc_stride_seen_plan(upc_stride_prepared_t *P) {
  const int sees = upc_stride_observers_see, messages = (sees & UPC_STRIDE_SEES_MESSAGES) != 0;
  const int tells_waits = (sees & UPC_STRIDE_SEES_WAITS) != 0 && !P->args.split;
  upc_stride_builder_t *B = P->builder;
  upc_stride_step_t *old = B->steps;
  const upc_stride_step_t *s = old, *started[UPC_STRIDE_STREAMS];
  int arriver = -1, place = 0, after;
  if ((!tells_waits && !messages) || old->kind == UPC_STRIDE_END) return;
  after = behind_last_arriver(old);
  B->steps = NULL;
  B->step_words = B->steps_capacity = 0;
  for (;; place += s->words, s = upc_stride_step_next(s)) {
    const int measured = tells_waits && may_wait(s);
    if (place == after) upc_stride_plan_step_of(B, arriver)->data.last_arriver.after = B->step_words;
    if (place == after && tells_waits) add(B, others_waited, -1);
    if (s->kind == UPC_STRIDE_END) break;
    if (measured) add(B, waits, s->peer);
    if (messages) before_send(B, s);
    if (s->kind == UPC_STRIDE_LAST_ARRIVER) arriver = B->step_words;
    memcpy(upc_stride_plan_step(B, s->kind), s, s->words * sizeof(upc_stride_step_word_t));
    if (messages) after_receive(B, s, started);
    if (measured) add(B, waited, s->peer);
  }
  upc_stride_plan_step(B, UPC_STRIDE_END);
  free(old);
}
