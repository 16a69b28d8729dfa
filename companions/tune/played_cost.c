/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a call costs on a network: the plans of all members, carried out step by step, each member with a clock of its
 * own. The steps of a plan say what its member does, so a new tree or schedule needs nothing here.
 *
 * A message takes the sender's processor, the way, the receiver's processor, and its bytes on links. Short messages go
 * by slots, and both ends copy them. The word that frees four slots is a message too; its time passes while a member
 * waits, or at its end. Longer messages are streams: the receiver says where the bytes go, then they flow, those
 * between the same two members one after the other. Messages within a node cost a signal and copies. Combining values
 * takes no time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/allocate.h"
#include "base/tuned.h"
#include "heap.h"
#include "network.h"
#include "torus/torus.h"

#define ANSWER 0.25                   /* of the word that frees four slots, for each message */

/* The plans of all members: so many words, of eight bytes. Longer ones take more than a tenth of a second. */
enum { MOST_WORDS = 1 << 19 };

/* A message: by a slot, or a stream, of which either end may come first. */
typedef struct message {
  int from, to, next;                 /* members; the next one of the same two, or -1 */
  unsigned number;                    /* of a stream                                  */
  double bytes;
  double sent, word;                  /* of a stream: when it can flow as its ends know; infinity: not yet */
  double left, arrives;               /* when all bytes have left, and arrive; infinity: not yet known */
  int taken_in;                       /* 1: it comes while the receiver waits for another message */
} message_t;

/* The messages from one member to another. */
enum { MESSAGES, REPLIES, STREAMS, SEQUENCES };
typedef struct pair {
  int first[SEQUENCES], last[SEQUENCES]; /* message + 1, or 0; those that were taken are not among them */
  int flows, waits, waits_last;       /* streams: the one on its way, and those behind it; + 1, or 0      */
} pair_t;

typedef struct member {
  const upc_stride_plan_t *plan;
  const upc_stride_step_t *step;
  int thread, ended, blocked;         /* blocked: it goes on when a message comes */
  double clock, owes;                 /* owes: the time of answers that have not been sent or received yet */
  int stream[UPC_STRIDE_STREAMS];     /* by stream id: message */
} member_t;

typedef struct play {
  const network_t *N;
  const upc_stride_setting_t *setting;
  const upc_stride_played_call_t *call;
  links_t *links;
  member_t *member;
  int n, *index_of;                   /* by thread */
  pair_t *pair;                       /* by member and member */
  message_t *message;
  int messages, messages_capacity;
  heap_t events;                      /* by time: a member that goes on; behind the members, a message that flows */
  double most, seconds;
  int unknown;                        /* 1: a step whose time is not known */
} play_t;

/* ---- events ---- */

static void plan(play_t *p, double time, int what) { heap_push(&p->events, time, what, 0); }

static double next_time(const play_t *p) {
  return fmin(p->events.n > 0 ? p->events.entry[0].key : INFINITY, links_next(p->links));
}

/* ---- messages ---- */

static int node_of(const play_t *p, const member_t *m) { return m->thread / p->call->per_node; }
static int is_near(const play_t *p, const member_t *a, const member_t *b) { return node_of(p, a) == node_of(p, b); }
static member_t *peer_of(const play_t *p, const member_t *m, int peer) {
  return &p->member[p->index_of[m->plan->peers[peer].thread]];
}
static pair_t *pair_of(const play_t *p, const member_t *from, const member_t *to) {
  return &p->pair[(from - p->member) * p->n + (to - p->member)];
}

static int new_message(play_t *p, const member_t *from, const member_t *to, int sequence, double bytes) {
  pair_t *pair = pair_of(p, from, to);
  const int i = p->messages;
  p->message = upc_stride_grown(p->message, p->messages, &p->messages_capacity, sizeof *p->message, "messages");
  p->message[i] = (message_t){.from = (int)(from - p->member), .to = (int)(to - p->member), .next = -1, .bytes = bytes,
                              .sent = INFINITY, .word = INFINITY, .left = INFINITY, .arrives = INFINITY};
  if (pair->first[sequence] == 0) pair->first[sequence] = i + 1;
  else p->message[pair->last[sequence] - 1].next = i;
  pair->last[sequence] = i + 1;
  return p->messages++;
}

static void wait_until(member_t *m, double time) {
  if (time <= m->clock) return;
  m->owes = fmax(0, m->owes - (time - m->clock));
  m->clock = time;
}

static void wake(play_t *p, member_t *m) {
  if (m->blocked) plan(p, m->clock, (int)(m - p->member));
  m->blocked = 0;
}

static void send(play_t *p, member_t *m, const upc_stride_step_t *s, double bytes) {
  member_t *to = peer_of(p, m, s->peer);
  const int i = new_message(p, m, to, s->reply ? REPLIES : MESSAGES, bytes);
  message_t *x = &p->message[i];
  m->clock += bytes * p->N->copy;
  if (is_near(p, m, to)) {
    x->arrives = m->clock + p->N->signal;
  } else {
    m->clock += p->N->send + bytes * p->N->pass;
    m->owes += ANSWER * p->N->receive;
    x->taken_in = to->blocked && peer_of(p, to, to->step->peer) != m;
    x->arrives = links_pass(p->links, node_of(p, m), node_of(p, to), bytes, m->clock) + p->N->latency;
  }
  wake(p, to);
}

/* 0: nothing has been sent yet. */
static int receive(play_t *p, member_t *m, const upc_stride_step_t *s, double bytes) {
  const member_t *from = peer_of(p, m, s->peer);
  pair_t *pair = pair_of(p, from, m);
  const int which = s->reply ? REPLIES : MESSAGES, i = pair->first[which] - 1;
  if (i < 0) return 0;
  pair->first[which] = p->message[i].next + 1;
  wait_until(m, p->message[i].arrives);
  m->clock += bytes * p->N->copy;
  if (is_near(p, m, from)) return 1;
  m->clock += p->message[i].taken_in ? 0 : p->N->receive;
  m->owes += ANSWER * p->N->send;
  return 1;
}

/* ---- streams ---- */

static void flow(play_t *p, int i, double now) {
  message_t *x = &p->message[i];
  pair_t *pair = &p->pair[x->from * p->n + x->to];
  if (pair->flows != 0) {
    x->next = -1;
    if (pair->waits == 0) pair->waits = i + 1;
    else p->message[pair->waits_last - 1].next = i;
    pair->waits_last = i + 1;
    return;
  }
  pair->flows = i + 1;
  links_start(p->links, node_of(p, &p->member[x->from]), node_of(p, &p->member[x->to]), x->bytes, now, i);
}

static void flow_ends(play_t *p, int i, double now) {
  message_t *x = &p->message[i];
  pair_t *pair = &p->pair[x->from * p->n + x->to];
  x->left = now, x->arrives = now + p->N->latency;
  pair->flows = 0;
  wake(p, &p->member[x->from]), wake(p, &p->member[x->to]);
  if (pair->waits == 0) return;
  i = pair->waits - 1;
  pair->waits = p->message[i].next + 1;
  flow(p, i, now);
}

/* The stream with this number between the two, which the other end may have begun. */
static int stream_between(play_t *p, const member_t *from, const member_t *to, unsigned number, double bytes) {
  pair_t *pair = pair_of(p, from, to);
  int i = pair->first[STREAMS] - 1, before = -1;
  for (; i >= 0 && p->message[i].number != number; i = p->message[i].next) before = i;
  if (i < 0) {
    i = new_message(p, from, to, STREAMS, bytes);
    p->message[i].number = number;
    return i;
  }
  if (before < 0) pair->first[STREAMS] = p->message[i].next + 1;
  else p->message[before].next = p->message[i].next;
  if (pair->last[STREAMS] == i + 1) pair->last[STREAMS] = before + 1;
  return i;
}

/* Both ends take a processor's time to say so. */
static void begin_stream(play_t *p, member_t *m, const upc_stride_step_t *s) {
  const int sends = s->kind == UPC_STRIDE_STREAM_SEND;
  const upc_stride_bytes_step_t *b = &s->data.bytes;
  member_t *other = peer_of(p, m, s->peer);
  const int i = sends ? stream_between(p, m, other, b->number, (double)b->bytes)
                      : stream_between(p, other, m, b->number, (double)b->bytes);
  message_t *x = &p->message[i];
  m->stream[s->stream] = i;
  m->clock += p->N->send + (sends ? (double)b->bytes * p->N->pass : 0);
  if (sends) x->sent = m->clock;
  else x->word = m->clock + p->N->latency;
  if (x->sent < INFINITY && x->word < INFINITY) plan(p, fmax(x->sent, x->word), p->n + i);
}

/* 0: it is still on its way. */
static int end_stream(play_t *p, member_t *m, const upc_stride_step_t *s) {
  const message_t *x = &p->message[m->stream[s->stream]];
  const int sends = x->from == m - p->member;
  if (x->left == INFINITY) return 0;
  wait_until(m, sends ? x->left : x->arrives);
  if (!sends) m->clock += p->N->receive;
  return 1;
}

/* ---- steps ---- */

/* Carries out one step; 0: it cannot be done yet. */
static int step(play_t *p, member_t *m) {
  const upc_stride_step_t *s = m->step;
  int done = 1;
  switch (s->kind) {
    case UPC_STRIDE_END: m->ended = 1; return 1;
    case UPC_STRIDE_SIGNAL: case UPC_STRIDE_RENDEZVOUS_OFFER: send(p, m, s, 0); break;
    case UPC_STRIDE_EAGER_SEND: send(p, m, s, (double)s->data.pieces.bytes); break;
    case UPC_STRIDE_EAGER_SEND_BYTES: send(p, m, s, (double)s->data.bytes.bytes); break;
    case UPC_STRIDE_AWAIT: done = receive(p, m, s, 0); break;
    case UPC_STRIDE_EAGER_RECV: done = receive(p, m, s, (double)s->data.pieces.bytes); break;
    case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_GET:
      done = receive(p, m, s, (double)s->data.bytes.bytes);
      break;
    case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV: begin_stream(p, m, s); break;
    case UPC_STRIDE_STREAM_WAIT: done = end_stream(p, m, s); break;
    case UPC_STRIDE_PACK: case UPC_STRIDE_UNPACK: case UPC_STRIDE_MOVE:
      m->clock += (double)upc_stride_plan_step_bytes(m->plan, s) * p->N->copy;
      break;
    case UPC_STRIDE_COPY_IN_BUFFER: m->clock += (double)s->data.copy.bytes * p->N->copy; break;
    case UPC_STRIDE_ACTION: p->unknown |= s->peer >= 0; break;
    default: p->unknown = 1;
  }
  if (done) m->step = upc_stride_step_next(s);
  return done;
}

/* Until it waits, or something else happens before. */
static void go_on(play_t *p, member_t *m) {
  while (!m->ended && !p->unknown) {
    if (!step(p, m)) {
      m->blocked = 1;
      return;
    }
    if (m->clock > next_time(p)) {
      plan(p, m->clock, (int)(m - p->member));
      return;
    }
  }
  p->seconds = fmax(p->seconds, m->clock + m->owes);
}

/* ---- from beginning to end ---- */

static void carry_out(void *context, const upc_stride_setting_t *setting, const upc_stride_played_member_t *member,
                      int n) {
  play_t *p = context;
  p->setting = setting, p->n = n;
  p->member = upc_stride_alloc((size_t)n, sizeof *p->member, "members");
  p->index_of = upc_stride_alloc((size_t)p->call->threads, sizeof *p->index_of, "members");
  p->pair = upc_stride_alloc((size_t)n * (size_t)n, sizeof *p->pair, "messages");
  p->links = links_new(p->N, (p->call->threads + p->call->per_node - 1) / p->call->per_node);
  for (int i = 0; i < n; i++) {
    p->index_of[member[i].thread] = i;
    p->member[i] = (member_t){.plan = &member[i].plan, .step = member[i].plan.steps, .thread = member[i].thread};
    plan(p, 0, i);
  }
  double now;
  while ((now = next_time(p)) < INFINITY && now <= p->most && !p->unknown) {
    if (links_next(p->links) <= now) {
      const int i = links_end(p->links);
      if (i >= 0) flow_ends(p, i, now);
      continue;
    }
    const heap_entry_t e = heap_pop(&p->events);
    if (e.what < n) go_on(p, &p->member[e.what]);
    else flow(p, e.what - n, now);
  }
  if (now < INFINITY) p->seconds = INFINITY;
  links_free(p->links);
  free(p->member), free(p->index_of), free(p->pair), free(p->message), free(p->events.entry);
}

double cost_of_call(const network_t *N, const upc_stride_played_call_t *call, double most) {
  play_t p = {.N = N, .call = call, .most = most > 0 ? most : INFINITY};
  upc_stride_played_t R;
  upc_stride_played_call_t c = *call;
  c.most_words = MOST_WORDS;
  const int can = upc_stride_play_plans(&R, &c, carry_out, &p);
  if (R.too_long) return COST_TOO_LONG;
  return can && R.wrong[0] == '\0' && !p.unknown ? p.seconds : COST_UNKNOWN;
}

/* ---- a call for a selector: each member has a block, and all have as many bytes ---- */

static size_t slot_bytes(int members) {
  return upc_stride_tuned(members <= UPC_STRIDE_FEW_THREADS ? UPC_STRIDE_SLOT_FAR : UPC_STRIDE_SLOT_MANY);
}

/* Blocks of `bytes` bytes, a block or `blocks` of them for each thread. */
static void lay_out(upc_stride_layout_t *L, int threads, size_t bytes, size_t blocks) {
  const size_t shape = bytes * blocks * (size_t)threads;
  upc_stride_layout_init(L, 1, &shape, &bytes, 1, 0, NULL, threads, 0);
}

double cost_of(const network_t *N, const upc_stride_choice_t *choice, const upc_stride_selector_t *m, double most) {
  upc_stride_layout_t src, dst;
  const size_t n = (size_t)m->members, bytes = m->bytes;
  const int per_node = m->per_node > 1 ? m->per_node : 1;
  upc_stride_played_call_t c = {
    .operation = m->operation, .len = bytes, .sync = {UPC_STRIDE_MY, UPC_STRIDE_MY}, .op = UPC_ADD, .type = UPC_UINT8,
    .threads = m->members, .per_node = per_node, .cores = m->members, .conduit = "sim", .choice = choice,
    .eager = slot_bytes(m->members) - UPC_STRIDE_SLOT_HEAD, .dst = {&dst, 0, NULL}, .src = {&src, 0, NULL}};
  int *next = NULL;
  double seconds;
  if (m->members <= per_node || bytes == 0) return COST_UNKNOWN;
  lay_out(&src, m->members, bytes, 1), lay_out(&dst, m->members, bytes, 1);
  switch (m->operation) {
    case UPC_STRIDE_OP_GATHER_ALL: lay_out(&dst, m->members, n * bytes, 1); break;
    case UPC_STRIDE_OP_COPY:          /* the same messages as an exchange, whose plans are written faster */
      c.operation = UPC_STRIDE_OP_EXCHANGE; /* fall through */
    case UPC_STRIDE_OP_EXCHANGE:
      lay_out(&src, m->members, n * bytes, 1), lay_out(&dst, m->members, n * bytes, 1);
      break;
    case UPC_STRIDE_OP_REDUCE_SCATTER:
      if (bytes < n) return COST_UNKNOWN;
      c.len = bytes / n;
      lay_out(&dst, m->members, c.len, 1), lay_out(&src, m->members, n * c.len, 1);
      break;
    case UPC_STRIDE_OP_PERMUTE:       /* to the next member */
      next = upc_stride_alloc(n, sizeof *next, "a permutation");
      for (size_t i = 0; i < n; i++) next[i] = (int)((i + 1) % n);
      c.perm = next;
  }
  seconds = cost_of_call(N, &c, most);
  free(next);
  return seconds;
}
