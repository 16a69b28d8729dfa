/* SPDX-License-Identifier: BSD-3-Clause
 * Carrying out the plans of all members, and what the player finds on the way: see player.h. */
#include "player/player.h"
#include "base/allocate.h"
#include "upc_stride_operation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message in transit. Its sequence is that of messages, of replies, or of streams from one member to another. */
enum { MESSAGES, REPLIES, STREAMS, SEQUENCES };
typedef struct sent {
  int kind, next;                     /* the kind of the step that sent it; the next one of its sequence, or -1 */
  int arrives;                        /* the first step in which it can be received */
  unsigned number;
  size_t bytes;
  char *data;                         /* null without data */
  unsigned *knows;                    /* its sender's clock; null once it was taken */
} sent_t;

typedef struct member {
  upc_stride_run_t run;               /* first */
  struct play *play;
  const upc_stride_plan_t *plan;
  int thread, number;
  const upc_stride_step_t *step;
  int steps_done, ended;
  unsigned *knows;                    /* by member: how many steps of it happened before; its own clock */
  unsigned *touched;                  /* by member m: m's clock when it last read or wrote this member's arrays */
  unsigned *touched_buffer;           /* the same for this member's buffer */
  upc_stride_played_region_t *buffer;
  int entered;                        /* of a last arriver: how many have signalled */
  char *slot;                         /* of an action's message */
  int clock, port;                    /* the first steps in which it can send, and receive */
} member_t;

typedef struct play {
  upc_stride_carrier_t carrier;
  upc_stride_played_t *result;
  const upc_stride_played_call_t *call;
  upc_stride_played_arrays_t *arrays;
  member_t *member;
  int n, *index_of;                   /* by thread */
  int last;                           /* the member that enters last */
  sent_t *sent;
  int sents, capacity, *head, *tail;  /* of each sequence */
  unsigned random;
} play_t;

static void wrong(const member_t *m, const char *what) {
  upc_stride_played_t *R = m->play->result;
  char name[80];
  if (R->wrong[0] != '\0') return;
  snprintf(R->wrong, sizeof R->wrong, "%s: thread %d, step %d: %s",
           upc_stride_schedule_spelled(&R->choice, name, sizeof name), m->thread, m->steps_done, what);
}

/* For a step that is wrong, and so is not done. */
static int fault(const member_t *m, const char *what) {
  wrong(m, what);
  return 0;
}

static unsigned next_random(play_t *p) { return (p->random = p->random * 1664525u + 1013904223u) >> 8; }

/* ---- messages ---- */

static int sequence(const play_t *p, int from, int to, int which) { return (from * p->n + to) * SEQUENCES + which; }

static void note(play_t *p, int step, const member_t *from, const member_t *to, int kind, double bytes) {
  upc_stride_played_t *R = p->result;
  upc_stride_played_message_t *m;
  R->message = upc_stride_grown(R->message, R->messages, &R->capacity, sizeof *R->message, "messages");
  m = &R->message[R->messages++];
  m->step = step, m->from = from->thread, m->to = to->thread, m->kind = kind, m->bytes = bytes;
  if (kind != UPC_STRIDE_PLAYED_SIGNAL && step >= R->steps) R->steps = step + 1;
}

static member_t *peer_of(const member_t *m, int peer) {
  const play_t *p = m->play;
  const int i = p->index_of[m->plan->peers[peer].thread];
  return &p->member[i < 0 ? m->number : i];
}

static void send(member_t *m, int peer, int which, int kind, unsigned number, const void *data, size_t bytes,
                 double shown) {
  play_t *p = m->play;
  member_t *to = peer_of(m, peer);
  const int q = sequence(p, m->number, to->number, which), takes = shown > 0;
  sent_t *s;
  if (to == m) wrong(m, "sends a message to a thread that takes no part");
  p->sent = upc_stride_grown(p->sent, p->sents, &p->capacity, sizeof *p->sent, "messages");
  s = &p->sent[p->sents];
  s->kind = kind, s->next = -1, s->arrives = m->clock + takes, s->number = number, s->bytes = bytes;
  s->data = data != NULL ? memcpy(upc_stride_alloc(bytes + 1, 1, "a message"), data, bytes) : NULL;
  s->knows = memcpy(upc_stride_alloc((size_t)p->n, sizeof *s->knows, "a message"), m->knows,
                    (size_t)p->n * sizeof *s->knows);
  if (p->head[q] < 0) p->head[q] = p->sents;
  else p->sent[p->tail[q]].next = p->sents;
  p->tail[q] = p->sents++;
  if (!takes) note(p, m->clock, m, to, UPC_STRIDE_PLAYED_SIGNAL, 0);
  m->clock += takes;
}

static int later(int a, int b) { return a > b ? a : b; }

/* The next message of a sequence, with this number if it is a stream; null: it has not come. */
static sent_t *arrived(const member_t *m, const member_t *from, int which, unsigned number) {
  play_t *p = m->play;
  int i = p->head[sequence(p, from->number, m->number, which)];
  while (i >= 0 && which == STREAMS && p->sent[i].number != number) i = p->sent[i].next;
  return i < 0 ? NULL : &p->sent[i];
}

/* Takes it out of its sequence. `shown`: the bytes that are shown; 0: a signal. */
static void take(member_t *m, const member_t *from, int which, sent_t *s, double shown) {
  play_t *p = m->play;
  const int q = sequence(p, from->number, m->number, which), taken = (int)(s - p->sent);
  int i, *link = &p->head[q], before = -1;
  while (*link != taken) before = *link, link = &p->sent[before].next;
  *link = s->next;
  if (p->tail[q] == taken) p->tail[q] = before;
  if (shown > 0) {
    m->port = later(m->port + 1, s->arrives);
    note(p, m->port - 1, from, m, UPC_STRIDE_PLAYED_DATA, shown);
  }
  m->clock = later(m->clock, shown > 0 ? m->port : s->arrives);
  for (i = 0; i < p->n; i++)
    if (s->knows[i] > m->knows[i]) m->knows[i] = s->knows[i];
  free(s->data), free(s->knows);
  s->data = NULL, s->knows = NULL;
}

/* ---- memory ---- */

/* Of arrays: who must have entered before, and who must not leave before this is known. A buffer is its owner's. */
static void touches_owner(member_t *m, member_t *owner, int buffer) {
  const upc_stride_sync_t sync = m->play->call->sync;
  (buffer ? owner->touched_buffer : owner->touched)[m->number] = m->knows[m->number];
  if (buffer && m != owner && m->knows[owner->number] == 0)
    wrong(m, "touches the buffer of a thread that may not have one yet");
  if (buffer) return;
  if (sync.in == UPC_STRIDE_MY && m->knows[owner->number] == 0)
    wrong(m, "touches memory of a thread that may not have entered");
  for (int i = 0; sync.in == UPC_STRIDE_ALL_MEMBERS && i < m->play->n; i++)
    if (m->knows[i] == 0) {
      char text[80];
      snprintf(text, sizeof text, "touches data before it knows that thread %d has entered", m->play->member[i].thread);
      wrong(m, text);
    }
}

static void touch_thread(member_t *m, int thread) {
  const int i = m->play->index_of[thread];
  if (i >= 0) touches_owner(m, &m->play->member[i], 0);
}

/* The bytes exist: they are copied, and the writes counted. */
static void touch(member_t *m, char *start, size_t bytes, int writes) {
  upc_stride_played_region_t *r = upc_stride_played_region(&m->play->arrays->memory, start, bytes);
  size_t at, i;
  if (bytes == 0) return;
  if (r == NULL) {
    wrong(m, writes ? "writes outside of all memory of the call" : "reads outside of all memory of the call");
    return;
  }
  if (m->play->index_of[r->owner] >= 0) touches_owner(m, &m->play->member[m->play->index_of[r->owner]], r->is_buffer);
  if (!writes || r->writes == NULL) return;
  at = (size_t)(start - r->start);
  for (i = 0; i < bytes; i++) r->writes[at + i] += r->writes[at + i] < 255;
}

static int has_data(const member_t *m) { return m->play->call->data; }

/* 1: both ends are memory of the call, and were copied. */
static void copy(member_t *m, char *to, char *from, size_t bytes) {
  if (to == from || bytes == 0) return;
  touch(m, from, bytes, 0);
  touch(m, to, bytes, 1);
  if (m->play->result->wrong[0] == '\0') memmove(to, from, bytes);
}

/* ---- pieces ---- */

/* Packing (to `packed`), unpacking, or moving (packed null). */
typedef struct moving {
  member_t *member;
  char *to, *from, *packed;
  int packs;
} moving_t;

static void move_run(moving_t *v, size_t to, size_t from, size_t bytes) {
  if (v->packed == NULL) copy(v->member, v->to + to, v->from + from, bytes);
  else if (v->packs) copy(v->member, v->packed, v->from + from, bytes);
  else copy(v->member, v->to + to, v->packed, bytes);
  if (v->packed != NULL) v->packed += bytes;
}

static void move_runs(void *context, const upc_stride_strided_t *s) {
  size_t i, to = s->to, from = s->from;
  for (i = 0; i < s->count; i++, to += (size_t)s->to_stride, from += (size_t)s->from_stride)
    move_run(context, to, from, s->bytes);
}

static char *base_of(const member_t *m, const upc_stride_base_t *base, int thread) {
  if (base->buffered) return m->run.buffer + base->position;
  return upc_stride_base_near(m->run.by->setting, m->thread, base, thread);
}

/* `packed`: the contiguous side, or null. The pieces that a plan lists are counted from the step's own addresses. */
static void move_pieces(member_t *m, const upc_stride_step_t *s, char *packed, int packs) {
  const upc_stride_plan_t *P = m->plan;
  const upc_stride_pieces_step_t *x = &s->data.pieces;
  moving_t v = {m, NULL, NULL, packed, packs};
  if (x->count < 0) {
    v.to = base_of(m, &P->dst, x->d), v.from = base_of(m, &P->src, x->s);
    /* a far end of a move: one-sided, from or to the other's memory */
    if (v.to == NULL && (packed == NULL || !packs)) v.to = m->play->arrays->dst.part[x->d];
    if (v.from == NULL && (packed == NULL || packs))
      v.from = P->src.is_place ? m->play->arrays->place : ((const upc_stride_played_array_t *)P->src.array)->part[x->s];
    if (v.to == NULL && P->dst.is_place) v.to = m->play->arrays->place;
  } else {
    v.to = upc_stride_run_address(&m->run, s, UPC_STRIDE_TO_PLACE, x->dst, 0);
    v.from = upc_stride_run_address(&m->run, s, UPC_STRIDE_FROM_PLACE, x->src, 0);
  }
  upc_stride_plan_each(P, s, move_runs, &v);
}

/* ---- steps: 1 if done ---- */

static char *memory(const member_t *m, const upc_stride_step_t *s) {
  return upc_stride_run_bytes(&m->run, s);
}

/* A message that a step waits for: it must be of the kind that fits, and have the bytes that the step expects. */
static sent_t *expect(member_t *m, const upc_stride_step_t *s, const member_t *from, int kind, size_t bytes) {
  sent_t *come = arrived(m, from, s->reply ? REPLIES : MESSAGES, 0);
  if (come == NULL) return NULL;
  if (come->kind != kind) wrong(m, "takes a message that was sent as one of another kind");
  else if (come->bytes != bytes) wrong(m, "takes a message with another number of bytes than it expects");
  return come;
}

static void send_step(member_t *m, const upc_stride_step_t *s) {
  const int which = s->reply ? REPLIES : MESSAGES;
  char *data = NULL;
  size_t bytes = 0;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND:
      bytes = s->data.pieces.bytes;
      if (has_data(m)) {
        upc_stride_played_region_t *r;
        data = upc_stride_alloc(bytes, 1, "a message");
        r = upc_stride_played_region_add(&m->play->arrays->memory, data, bytes, m->thread);
        r->is_buffer = 1;
        move_pieces(m, s, data, 1);
        m->play->arrays->memory.n--;
      }
      send(m, s->peer, which, s->kind, 0, data, bytes, (double)bytes);
      free(data);
      return;
    case UPC_STRIDE_EAGER_SEND_BYTES:
      bytes = s->data.bytes.bytes;
      if (has_data(m)) data = memory(m, s), touch(m, data, bytes, 0);
      break;
    case UPC_STRIDE_RENDEZVOUS_OFFER: case UPC_STRIDE_STREAM_SEND: bytes = s->data.bytes.bytes; break;
  }
  if (s->kind == UPC_STRIDE_STREAM_SEND && has_data(m)) data = memory(m, s), touch(m, data, bytes, 0);
  if (s->kind == UPC_STRIDE_RENDEZVOUS_OFFER && has_data(m)) {
    char *place = memory(m, s);       /* the message has the address alone */
    send(m, s->peer, which, s->kind, (unsigned)bytes, &place, sizeof place, (double)bytes);
    return;
  }
  send(m, s->peer, s->kind == UPC_STRIDE_STREAM_SEND ? STREAMS : which, s->kind,
       s->kind == UPC_STRIDE_SIGNAL ? 0 : s->data.bytes.number, data, bytes, (double)bytes);
}

static int receive_step(member_t *m, const upc_stride_step_t *s) {
  const member_t *from = peer_of(m, s->peer);
  const int which = s->reply ? REPLIES : MESSAGES;
  sent_t *come;
  double shown = 0;
  char *data = NULL;
  switch (s->kind) {
    case UPC_STRIDE_AWAIT: come = expect(m, s, from, UPC_STRIDE_SIGNAL, 0); break;
    case UPC_STRIDE_EAGER_RECV:
      come = expect(m, s, from, UPC_STRIDE_EAGER_SEND, s->data.pieces.bytes);
      shown = (double)s->data.pieces.bytes;
      break;
    default:
      come = expect(m, s, from, UPC_STRIDE_EAGER_SEND_BYTES, s->data.bytes.bytes);
      shown = (double)s->data.bytes.bytes;
  }
  if (come == NULL || m->play->result->wrong[0] != '\0') return 0;
  data = come->data, come->data = NULL;
  take(m, from, which, come, shown);
  if (has_data(m) && s->kind == UPC_STRIDE_EAGER_RECV) {
    upc_stride_played_region_add(&m->play->arrays->memory, data, s->data.pieces.bytes, m->thread)->is_buffer = 1;
    move_pieces(m, s, data, 0);
    m->play->arrays->memory.n--;
  } else if (has_data(m) && s->kind == UPC_STRIDE_EAGER_RECV_BYTES) {
    touch(m, memory(m, s), s->data.bytes.bytes, 1);
    if (m->play->result->wrong[0] == '\0') memcpy(memory(m, s), data, s->data.bytes.bytes);
  }
  free(data);
  return 1;
}

static int get_step(member_t *m, const upc_stride_step_t *s) {
  const member_t *from = peer_of(m, s->peer);
  const size_t bytes = s->data.bytes.bytes;
  sent_t *come = arrived(m, from, s->reply ? REPLIES : MESSAGES, 0);
  char *place = NULL;
  if (come == NULL) return 0;
  if (come->kind != UPC_STRIDE_RENDEZVOUS_OFFER) wrong(m, "takes an offer, and something else was sent");
  else if (has_data(m) ? come->number != (unsigned)bytes : come->bytes != bytes)
    wrong(m, "copies another number of bytes than it is offered");
  if (m->play->result->wrong[0] != '\0') return 0;
  if (has_data(m)) memcpy(&place, come->data, sizeof place);
  take(m, from, s->reply ? REPLIES : MESSAGES, come, (double)bytes);
  if (has_data(m)) copy(m, memory(m, s), place, bytes);
  return 1;
}

/* The step that has started a stream, before this one. */
static const upc_stride_step_t *started(const member_t *m, const upc_stride_step_t *wait) {
  const upc_stride_step_t *s, *found = NULL;
  for (s = m->plan->steps; s != wait; s = upc_stride_step_next(s))
    if ((s->kind == UPC_STRIDE_STREAM_SEND || s->kind == UPC_STRIDE_STREAM_RECV) && s->peer == wait->peer &&
        s->stream == wait->stream) found = s;
  return found;
}

static int stream_step(member_t *m, const upc_stride_step_t *s) {
  const member_t *from = peer_of(m, s->peer);
  const upc_stride_step_t *begun = started(m, s);
  sent_t *come;
  char *data;
  if (begun == NULL) return fault(m, "waits for a stream that it has not started");
  if (begun->kind == UPC_STRIDE_STREAM_SEND) return 1;
  come = arrived(m, from, STREAMS, begun->data.bytes.number);
  if (come == NULL) return 0;
  if (come->bytes != begun->data.bytes.bytes) return fault(m, "takes a stream with another number of bytes");
  data = come->data, come->data = NULL;
  take(m, from, STREAMS, come, (double)begun->data.bytes.bytes);
  if (has_data(m)) {
    touch(m, memory(m, begun), begun->data.bytes.bytes, 1);
    if (m->play->result->wrong[0] == '\0') memcpy(memory(m, begun), data, begun->data.bytes.bytes);
  }
  free(data);
  return 1;
}

static void move_step(member_t *m, const upc_stride_step_t *s) {
  const upc_stride_pieces_step_t *x = &s->data.pieces;
  play_t *p = m->play;
  if (has_data(m)) move_pieces(m, s, NULL, 0);
  if (x->s == x->d || p->index_of[x->s] < 0 || p->index_of[x->d] < 0) return;
  note(p, m->clock++, &p->member[p->index_of[x->s]], &p->member[p->index_of[x->d]], UPC_STRIDE_PLAYED_COPY,
       (double)upc_stride_plan_step_bytes(m->plan, s));
}

/* An action that names its two memories touches these. Another one of a reduction touches all blocks. */
static int action_step(member_t *m, const upc_stride_step_t *s) {
  const upc_stride_action_step_t *a = &s->data.action;
  if (s->peer < 0 && !has_data(m)) return 1;
  if (s->peer < 0 && (s->at_place & UPC_STRIDE_TWO_MEMORIES) != 0) {
    touch(m, upc_stride_action_from(&m->run, s), a->bytes, 0);
    touch(m, upc_stride_action_to(&m->run, s), a->bytes, 1);
    if (m->play->result->wrong[0] != '\0') return 0;
  } else if (s->peer < 0) {
    for (int i = 0; i < m->play->n; i++) touch_thread(m, m->play->member[i].thread);
  }
  return m->plan->functions[a->function](&m->run, s);
}

/* An action's message without bytes is a signal. */
static int kind_of(size_t bytes) { return bytes == 0 ? UPC_STRIDE_SIGNAL : UPC_STRIDE_ACTION; }

static int send_now(upc_stride_run_t *run, int peer, const void *data, size_t bytes) {
  send((member_t *)run, peer, MESSAGES, kind_of(bytes), 0, data, bytes, 0);
  return 1;
}

static int receive_now(upc_stride_run_t *run, int peer, void *data, size_t bytes) {
  member_t *m = (member_t *)run;
  const member_t *from = peer_of(m, peer);
  sent_t *come = arrived(m, from, MESSAGES, 0);
  if (come == NULL) return 0;
  if (come->kind != kind_of(bytes) || come->bytes != bytes) return fault(m, "takes another message than was sent");
  memcpy(data, come->data, bytes);
  take(m, from, MESSAGES, come, 0);
  return 1;
}

/* The same in slots. */
static char *slot_now(upc_stride_run_t *run, int peer) {
  (void)peer;
  return ((member_t *)run)->slot;
}

static void post_now(upc_stride_run_t *run, int peer, size_t bytes) {
  member_t *m = (member_t *)run;
  send(m, peer, MESSAGES, UPC_STRIDE_ACTION, 0, m->slot, bytes, (double)bytes);
}

static const char *arrived_now(upc_stride_run_t *run, int peer) {
  member_t *m = (member_t *)run;
  sent_t *come = arrived(m, peer_of(m, peer), MESSAGES, 0);
  if (come != NULL && come->kind != UPC_STRIDE_ACTION) wrong(m, "takes another message than was sent");
  return come != NULL && m->play->result->wrong[0] == '\0' ? come->data : NULL;
}

static void drop_now(upc_stride_run_t *run, int peer) {
  member_t *m = (member_t *)run;
  const member_t *from = peer_of(m, peer);
  sent_t *come = arrived(m, from, MESSAGES, 0);
  take(m, from, MESSAGES, come, (double)come->bytes);
}

static void *get_now(upc_stride_run_t *run, char *to, int thread, size_t offset, size_t bytes) {
  member_t *m = (member_t *)run;
  play_t *p = m->play;
  copy(m, to, ((const upc_stride_played_array_t *)m->plan->src.array)->part[thread] + offset, bytes);
  note(p, m->clock++, &p->member[p->index_of[thread]], m, UPC_STRIDE_PLAYED_COPY, (double)bytes);
  return NULL;
}

static int got_now(void *getting) { return getting == NULL; }

static void fail_now(upc_stride_run_t *run, const char *argument, const char *text) {
  (void)argument;
  wrong((member_t *)run, text);
}

static void touches_now(upc_stride_run_t *run, int thread) { touch_thread((member_t *)run, thread); }

/* All have signalled. Then the last arriver goes on, and the others wait for its word. */
static int last_arriver_step(member_t *m, const upc_stride_step_t *s, const upc_stride_step_t **next) {
  play_t *p = m->play;
  member_t *last = &p->member[p->last];
  sent_t *come;
  for (; m->entered < m->plan->npeers; m->entered++) {
    const member_t *from = peer_of(m, m->entered);
    come = arrived(m, from, MESSAGES, 0);
    if (come == NULL) return 0;
    if (come->kind != UPC_STRIDE_SIGNAL) return fault(m, "takes something else than a signal of entry");
    take(m, from, MESSAGES, come, 0);
  }
  if (m == last) return 1;
  come = arrived(m, last, MESSAGES, 0);
  if (come == NULL) return 0;
  if (come->kind != UPC_STRIDE_LAST_ARRIVER_DONE) return fault(m, "takes something else than the last arriver's word");
  take(m, last, MESSAGES, come, 0);
  *next = upc_stride_plan_step_at(m->plan, s->data.last_arriver.after);
  return 1;
}

/* Carries out one step; 0: it cannot be done yet. */
static int step(member_t *m) {
  const upc_stride_step_t *s = m->step, *next = upc_stride_step_next(s);
  const upc_stride_copy_step_t *c = &s->data.copy;
  int done = 1;
  m->knows[m->number]++;
  switch (s->kind) {
    case UPC_STRIDE_END: m->ended = 1; return 1;
    case UPC_STRIDE_SIGNAL: case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_SEND_BYTES:
    case UPC_STRIDE_RENDEZVOUS_OFFER: case UPC_STRIDE_STREAM_SEND: send_step(m, s); break;
    case UPC_STRIDE_LAST_ARRIVER_DONE: send(m, s->peer, MESSAGES, s->kind, 0, NULL, 0, 0); break;
    case UPC_STRIDE_AWAIT:
      case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_EAGER_RECV_BYTES: done = receive_step(m, s);
      break;
    case UPC_STRIDE_RENDEZVOUS_GET: done = get_step(m, s); break;
    case UPC_STRIDE_STREAM_RECV: break;
    case UPC_STRIDE_STREAM_WAIT: done = stream_step(m, s); break;
    case UPC_STRIDE_PACK: if (has_data(m)) move_pieces(m, s, m->run.buffer + s->data.pieces.position, 1); break;
    case UPC_STRIDE_UNPACK: if (has_data(m)) move_pieces(m, s, m->run.buffer + s->data.pieces.position, 0); break;
    case UPC_STRIDE_MOVE: move_step(m, s); break;
    case UPC_STRIDE_COPY_IN_BUFFER:
      if (has_data(m)) copy(m, m->run.buffer + c->to, m->run.buffer + c->from, c->bytes);
      break;
    case UPC_STRIDE_LAST_ARRIVER: done = last_arriver_step(m, s, &next); break;
    case UPC_STRIDE_ACTION: done = action_step(m, s); break;
  }
  if (!done) return 0;
  m->step = next;
  m->steps_done++;
  return 1;
}

/* ---- from beginning to end ---- */

static void begin(play_t *p, member_t *m, int number, const upc_stride_played_member_t *given) {
  size_t n = (size_t)p->n;
  m->play = p, m->number = number, m->thread = given->thread, m->plan = &given->plan, m->step = given->plan.steps;
  m->run.plan = m->plan, m->run.by = &p->carrier, m->run.me = m->thread;
  if (p->call->own != NULL) m->run.lists = &p->call->own[m->thread];
  m->slot = upc_stride_alloc(p->call->eager + 1, 1, "a message");
  m->knows = upc_stride_alloc(3 * n, sizeof *m->knows, "clocks");
  m->touched = m->knows + n, m->touched_buffer = m->touched + n;
  m->knows[number] = 1;
  if (!p->call->data || m->plan->buffer_bytes == 0) return;
  m->run.buffer = upc_stride_alloc(m->plan->buffer_bytes, 1, "a buffer");
  memset(m->run.buffer, 0xEE, m->plan->buffer_bytes);
  upc_stride_played_region_add(&p->arrays->memory, m->run.buffer, m->plan->buffer_bytes, m->thread)->is_buffer = 1;
}

static void tell_deadlock(play_t *p) {
  for (int i = 0; i < p->n && p->result->wrong[0] == '\0'; i++) {
    const member_t *m = &p->member[i];
    char text[100];
    if (m->ended) continue;
    if (m->step->peer >= 0)
      snprintf(text, sizeof text, "waits for thread %d, and nothing comes", m->plan->peers[m->step->peer].thread);
    else snprintf(text, sizeof text, "waits, and nothing comes");
    wrong(m, text);
  }
}

static void tell_left(play_t *p) {
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n * SEQUENCES; j++)
      if (p->head[i * p->n * SEQUENCES + j] >= 0) {
        char text[80];
        snprintf(text, sizeof text, "has sent a message to thread %d that is never taken",
                 p->member[j / SEQUENCES].thread);
        wrong(&p->member[i], text);
      }
}

/* What members know of each other when they leave. */
static void check_leaving(play_t *p) {
  const int out = p->call->sync.out;
  for (int i = 0; i < p->n; i++)
    for (int owner = 0; owner < p->n; owner++)
      for (int by = 0; by < p->n; by++) {
        const member_t *m = &p->member[i], *o = &p->member[owner];
        unsigned at = owner == i ? o->touched_buffer[by] : 0;
        if (p->call->operation == UPC_STRIDE_OP_BARRIER && m->knows[by] == 0) {
          wrong(m, "may leave the barrier before another thread has entered");
          return;
        }
        if (!p->call->lends && (out == UPC_STRIDE_ALL_MEMBERS || (out == UPC_STRIDE_MY && owner == i)))
          at = at > o->touched[by] ? at : o->touched[by];
        if (at > m->knows[by]) {
          char text[100];
          snprintf(text, sizeof text, "may leave while thread %d still touches memory of thread %d",
                   p->member[by].thread, o->thread);
          wrong(m, text);
        }
      }
}

static int by_step(const void *a, const void *b) {
  const upc_stride_played_message_t *x = a, *y = b;
  if (x->step != y->step) return x->step - y->step;
  if (x->from != y->from) return x->from - y->from;
  if (x->to != y->to) return x->to - y->to;
  return x->kind != y->kind ? x->kind - y->kind : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Turns of some steps each: as many as can be done, or, with data, a few, so that orders differ. */
static void play(play_t *p) {
  int left = p->n, done = 1;
  while (left > 0 && done > 0 && p->result->wrong[0] == '\0') {
    const int first = p->call->data ? (int)(next_random(p) % (unsigned)p->n) : 0;
    done = left = 0;
    for (int i = 0; i < p->n && p->result->wrong[0] == '\0'; i++) {
      member_t *m = &p->member[(first + i) % p->n];
      int most = p->call->data ? 1 + (int)(next_random(p) % 4) : 1 << 30;
      while (!m->ended && most-- > 0 && p->result->wrong[0] == '\0' && step(m)) done++;
      left += !m->ended;
    }
  }
}

void upc_stride_play_steps(upc_stride_played_t *result, const upc_stride_played_call_t *call,
                           const upc_stride_setting_t *setting, const upc_stride_played_member_t *given, int n,
                           upc_stride_played_arrays_t *arrays) {
  play_t p = {.carrier = {setting, send_now, receive_now, slot_now, post_now, arrived_now, drop_now, get_now,
                          got_now, fail_now, touches_now},
              .result = result, .call = call, .arrays = arrays, .n = n, .random = call->seed * 2654435761u + 1};
  size_t sequences = (size_t)n * (size_t)n * SEQUENCES, i;
  int reduces = n > 0 && given[0].plan.values != NULL;
  p.member = upc_stride_alloc((size_t)n, sizeof *p.member, "members");
  p.index_of = upc_stride_alloc((size_t)call->threads, sizeof *p.index_of, "members");
  p.head = upc_stride_alloc(2 * sequences, sizeof *p.head, "messages");
  p.tail = p.head + sequences;
  for (i = 0; i < 2 * sequences; i++) p.head[i] = -1;
  for (i = 0; i < (size_t)call->threads; i++) p.index_of[i] = -1;
  for (i = 0; i < (size_t)n; i++) p.index_of[given[i].thread] = (int)i;
  for (i = 0; i < (size_t)n; i++) begin(&p, &p.member[i], (int)i, &given[i]);
  p.last = n > 0 && call->data ? (int)(next_random(&p) % (unsigned)n) : n - 1;
  play(&p);
  tell_deadlock(&p);
  if (result->wrong[0] == '\0') tell_left(&p);
  if (result->wrong[0] == '\0') check_leaving(&p);
  if (result->wrong[0] == '\0' && call->data && n > 0) {
    char text[200] = "";
    upc_stride_played_compare(arrays, !reduces, text, sizeof text);
    if (text[0] != '\0') {
      char name[80];
      snprintf(result->wrong, sizeof result->wrong, "%s: %s",
               upc_stride_schedule_spelled(&result->choice, name, sizeof name), text);
    }
  }
  if (result->messages > 0) qsort(result->message, (size_t)result->messages, sizeof *result->message, by_step);
  for (i = 0; i < (size_t)n; i++) free(p.member[i].knows), free(p.member[i].run.buffer), free(p.member[i].slot);
  for (int s = 0; s < p.sents; s++) free(p.sent[s].data), free(p.sent[s].knows);
  free(p.member), free(p.index_of), free(p.head), free(p.sent);
}
