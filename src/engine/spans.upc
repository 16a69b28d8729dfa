/* SPDX-License-Identifier: BSD-3-Clause
 * Timed calls: see call.h. */
#include "engine/call.h"
#include "base/port.h"

#include <stdlib.h>
#include <string.h>

static unsigned long making_since;     /* the latest plan's; 0: its first call has begun */

/* The program's text. If it has no place, or there is none, the plan's, which may have that of a section. */
static const char *text_of(const upc_stride_call_t *call) {
  return call->started != NULL && strstr(call->started, ": ") != NULL ? call->started : call->prepared->timed;
}

void upc_stride_span_waited(upc_stride_call_t *call, int peer) {
  unsigned long now = upc_stride_span_now();
  int thread = peer < 0 ? -1 : call->run.plan->peers[peer].thread;
  upc_stride_span(UPC_STRIDE_SPAN_WAIT, text_of(call), thread, call->wait_began, now, 0, 0);
  call->wait_began = now;
}

/* ---- the steps ---- */

static int begin(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  (void)s;
  call->began = call->wait_began = upc_stride_span_now();
  if (making_since != 0) call->began = making_since;
  making_since = 0;
  return 1;
}

static int mark(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  (void)s;
  call->wait_began = upc_stride_span_now();
  return 1;
}

static int waited(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  upc_stride_span_waited(call, s->peer);
  return 1;
}

/* to, from: bytes sent and received; bytes: those that the last arriver moves. */
static int ended(upc_stride_call_t *call, const upc_stride_step_t *s, unsigned long now) {
  const upc_stride_action_step_t *a = &s->data.action;
  int kind = call->prepared->args.split ? UPC_STRIDE_SPAN_SPLIT : UPC_STRIDE_SPAN_CALL;
  upc_stride_span(kind, text_of(call), -1, call->began, now, a->to + (call->last.is_last ? a->bytes : 0), a->from);
  return 1;
}

static int end(upc_stride_run_t *run, const upc_stride_step_t *s) {
  return ended(upc_stride_call_of(run), s, upc_stride_span_now());
}

static int waited_end(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  upc_stride_span_waited(call, s->peer);
  return ended(call, s, call->wait_began);
}

/* The others of a call with a last arriver come here from the step in which they have waited for it. */
static int end_of_wait(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  return call->last.is_last ? end(run, s) : waited_end(run, s);
}

/* ---- messages with data, for those who want them. A send is told before its step: its receiver may go on at
 * once. Empty messages are left out: a last arriver takes those of all others in one step. ---- */

static int message(upc_stride_call_t *call, const upc_stride_step_t *s, int kind, size_t sent, size_t received) {
  unsigned long now = upc_stride_span_now();
  upc_stride_span(kind, text_of(call), (int)s->data.action.to, now, now, sent, received);
  return 1;
}

static int sends(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  return message(call, s, UPC_STRIDE_SPAN_SEND, s->data.action.bytes, upc_stride_call_tag(call, s->peer, s->reply));
}

static int received(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  return message(call, s, UPC_STRIDE_SPAN_RECV, upc_stride_call_tag(call, s->peer, s->reply), s->data.action.bytes);
}

static int put(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  return message(call, s, UPC_STRIDE_SPAN_PUT, s->data.action.bytes, 0);
}

static int got(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  return message(call, s, UPC_STRIDE_SPAN_GET, 0, s->data.action.bytes);
}

/* ---- bytes between the caller and other threads ---- */

static size_t bytes_of(const upc_stride_builder_t *B, const upc_stride_pieces_step_t *m) {
  size_t bytes = 0;
  int i;
  if (m->bytes > 0) return m->bytes;
  if (m->count < 0) return upc_stride_flow_bytes(B->flow, m->s, m->d) - m->skip;
  for (i = m->first; i < m->first + m->count; i++) bytes += B->pieces[i].bytes * B->pieces[i].count;
  return bytes;
}

/* Adds the bytes of a step to those of the end's step. `last`: only the last arriver does it. */
static void count(const upc_stride_builder_t *B, const upc_stride_step_t *s, int last, upc_stride_action_step_t *sums) {
  size_t bytes;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: sums->to += s->data.pieces.bytes; break;
    case UPC_STRIDE_EAGER_RECV: sums->from += bytes_of(B, &s->data.pieces); break;
    case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_RENDEZVOUS_OFFER:
      sums->to += s->data.bytes.bytes;
      break;
    case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_STREAM_RECV: case UPC_STRIDE_RENDEZVOUS_GET:
      sums->from += s->data.bytes.bytes;
      break;
    case UPC_STRIDE_MOVE:
      if (s->data.pieces.s == s->data.pieces.d) break;
      bytes = bytes_of(B, &s->data.pieces);
      if (last) sums->bytes += bytes;
      else if (s->data.pieces.d == MYTHREAD) sums->from += bytes;
      else sums->to += bytes;
  }
}

/* ---- the plan ---- */

static int waits(const upc_stride_step_t *s) {
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

void upc_stride_spans_name(upc_stride_prepared_t *P) {
  P->timed = upc_stride_span_text(P->site.file, P->site.line, P->site.name);
}

void upc_stride_spans_making(upc_stride_prepared_t *P) {
  if (!upc_stride_spans_wanted()) return;
  making_since = upc_stride_span_now();
  upc_stride_spans_name(P);
}

/* The last step is the plan's end. A step that a last arriver's names is the end, too. */
void upc_stride_spans_plan(upc_stride_prepared_t *P) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_step_t *old = B->steps;
  const upc_stride_step_t *s, *started[UPC_STRIDE_STREAMS];
  upc_stride_action_step_t sums;
  int marked = 1, arriver = -1, peer = -1, messages = upc_stride_spans_wanted() > 1;
  upc_stride_action_t *finish = end;
  if (old->kind == UPC_STRIDE_END) making_since = 0; /* a member with nothing to do */
  if (P->timed == NULL || old->kind == UPC_STRIDE_END) return;
  memset(&sums, 0, sizeof sums);
  B->steps = NULL;
  B->step_words = B->steps_capacity = 0;
  add(B, begin, -1);
  for (s = old; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s)) {
    int measured = waits(s) && !P->args.split;
    if (measured && !marked) add(B, mark, -1);
    if (s->kind == UPC_STRIDE_LAST_ARRIVER) arriver = B->step_words;
    count(B, s, arriver >= 0, &sums);
    if (messages) before_send(B, s);
    memcpy(upc_stride_plan_step(B, s->kind), s, s->words * sizeof(upc_stride_step_word_t));
    if (messages) after_receive(B, s, started);
    marked = measured;
    if (!measured) continue;
    if (upc_stride_step_next(s)->kind != UPC_STRIDE_END || arriver >= 0) add(B, waited, s->peer);
    else finish = waited_end, peer = s->peer;
  }
  if (arriver >= 0) upc_stride_plan_step_of(B, arriver)->data.last_arriver.after = B->step_words;
  if (arriver >= 0 && !P->args.split) finish = end_of_wait;
  upc_stride_plan_action(B, finish, sums.to, sums.from, sums.bytes);
  upc_stride_plan_newest_step(B)->peer = peer;
  upc_stride_plan_step(B, UPC_STRIDE_END);
  free(old);
}
