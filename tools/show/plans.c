/* SPDX-License-Identifier: BSD-3-Clause
 * Asks each member of a call for its plan, and puts their messages into steps: see plans.h. Compiled with the plain
 * copies of the library's sources (make/programs.mk). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "common/mistake.h"
#include "operations.h"
#include "base/allocate.h"
#include "base/near.h"
#include "base/tuned.h"
#include "choice/rule.h"
#include "show/plans.h"

enum { MOST_MEMBERS = 512, MOST_MESSAGES = 400000 };
#define MOST_PIECES 1e6                /* of a call whose plans are made */

int show_thread, show_threads;

/* ---- what the library asks of a runtime ---- */

static const show_call_t *call;
static show_play_t *play;

int upc_stride_castable(int thread) { return thread / call->per_node == show_thread / call->per_node; }
int upc_stride_node(int thread) { return thread / call->per_node; }
int upc_stride_first_node(void) { return call->per_node < show_threads ? call->per_node : show_threads; }
int upc_stride_threads_here(void) { return show_threads; }
int upc_stride_cores(void) { return show_threads; }
int upc_stride_same_core(int thread) { (void)thread; return 0; }
const char *upc_stride_conduit(void) { return call->conduit; }
char *upc_stride_address(const void *place) { return (char *)place; }
size_t upc_stride_object_rest(const void *place) { (void)place; return (size_t)-1; }

size_t upc_stride_eager(void) {
  int slot = call->per_node >= show_threads           ? UPC_STRIDE_SLOT_NEAR
             : show_threads <= UPC_STRIDE_FEW_THREADS ? UPC_STRIDE_SLOT_FAR
                                                      : UPC_STRIDE_SLOT_MANY;
  return upc_stride_tuned(slot) - UPC_STRIDE_SLOT_HEAD;
}

int upc_stride_streams(int thread, size_t bytes) { return !upc_stride_near(thread) && bytes > upc_stride_eager(); }

upc_stride_channel_t *upc_stride_channel_with(int thread) { (void)thread; return NULL; }
void upc_stride_channel_give_ring(upc_stride_channel_t *c) { (void)c; }
int upc_stride_call_send(upc_stride_call_t *c, int peer, const void *data, size_t bytes) {
  (void)c, (void)peer, (void)data, (void)bytes;
  return 0;
}
int upc_stride_call_receive(upc_stride_call_t *c, int peer, void *data, size_t bytes) {
  (void)c, (void)peer, (void)data, (void)bytes;
  return 0;
}
void upc_stride_plan_check(upc_stride_plan_t *P, const upc_stride_group_t *G) { (void)P, (void)G; }
void upc_stride_plan_view_copies(upc_stride_plan_t *P, const upc_stride_group_t *G) { (void)P, (void)G; }
void upc_stride_verbose_choice(const upc_stride_choice_t *c, const upc_stride_selector_t *m) { (void)c, (void)m; }

void upc_stride_fail_line(const char *line) { mistake("%s", line); }

void upc_stride_fail(const upc_stride_site_t *site, const char *argument, const char *format, ...) {
  char line[500];
  va_list rest;
  va_start(rest, format);
  vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
  mistake("%s: %s: %s", site->name, argument, line);
}

/* hand_over.upc calls this in place of upc_stride_choose (make/programs.mk). */
void show_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  upc_stride_choose(choice, m);
  play->choice = *choice;
  play->selector = *m;
}

/* ---- a call and a member's plan of it ---- */

static upc_stride_build_t *const builds[UPC_STRIDE_OPS] = {
  upc_stride_build_broadcast, upc_stride_build_scatter, upc_stride_build_gather, upc_stride_build_gather_all,
  upc_stride_build_exchange, upc_stride_build_permute, upc_stride_build_reduce, upc_stride_build_reduce_all,
  upc_stride_build_prefix_reduce, upc_stride_build_prefix_reduce_exclusive, upc_stride_build_reduce_scatter,
  upc_stride_build_barrier, upc_stride_build_copy};

static int reduces(int operation) {
  return operation >= UPC_STRIDE_OP_REDUCE && operation <= UPC_STRIDE_OP_REDUCE_SCATTER;
}

/* Without a type, elements are so large that what the call moves fits a block. */
static size_t large_elements(size_t blocks) {
  double bytes = call->bytes * (double)(blocks ? blocks : 1) + 16;
  return bytes < 1e15 ? ((size_t)bytes + 7) / 8 * 8 : (size_t)1 << 50;
}

static upc_stride_section_t section_of(const upc_stride_layout_t *layout, const char *name, int elements,
                                       size_t blocks) {
  upc_stride_section_t s = {0};
  s.array = upc_stride_array_new(UPC_STRIDE_ALLOCATED);
  s.array->name = name;
  s.array->base = SHOW_BASE;
  s.array->layout = *layout;
  if (!call->type && !elements) {
    s.array->layout.elemsize = large_elements(blocks);
    s.array->layout.blockbytes = s.array->layout.blockelems * s.array->layout.elemsize;
  }
  s.intervals = elements ? 0 : call->intervals;
  for (int k = 0; k < s.intervals; k++) s.interval[k] = call->interval[k];
  return s;
}

/* The ends of an operation: which are sections, and whether one is a place on the root. */
static upc_stride_args_t arguments(upc_stride_section_t *dst, upc_stride_section_t *src, size_t blocks) {
  int o = call->operation, copies = o == UPC_STRIDE_OP_COPY;
  int in = o == UPC_STRIDE_OP_GATHER || o == UPC_STRIDE_OP_REDUCE;
  int out = o == UPC_STRIDE_OP_BROADCAST || o == UPC_STRIDE_OP_SCATTER, i;
  upc_stride_args_t a = {0};
  static char name[60];
  snprintf(name, sizeof name, "%s", upc_stride_operation_name(o));
  a.operation = o;
  a.build = builds[o];
  a.name = name;
  a.len = (size_t)call->bytes;
  *dst = section_of(copies ? call->to : call->layout, "dst", copies, blocks);
  *src = section_of(call->layout, "src", copies, blocks);
  a.dst = in ? NULL : dst;
  a.src = out || o == UPC_STRIDE_OP_BARRIER ? NULL : src;
  if (in || out) a.place = SHOW_BASE + call->root;
  if (o == UPC_STRIDE_OP_PERMUTE) { /* block i goes to the next position */
    int *next = upc_stride_alloc(blocks, sizeof *next, "a permutation");
    for (i = 0; i < (int)blocks; i++) next[i] = (i + 1) % (int)blocks;
    a.perm = next;
  }
  if (reduces(o)) {
    a.op = UPC_ADD;
    a.type = call->type ? call->type : UPC_DOUBLE;
    a.len = (a.len + upc_stride_type_bytes(a.type) - 1) / upc_stride_type_bytes(a.type);
  }
  return a;
}

static upc_stride_plan_t *plan_of(const upc_stride_args_t *args, int thread) {
  upc_stride_plan_t *P;
  show_thread = thread;
  P = upc_stride_plan_new(args);
  args->build(P, args);
  if (P->step_words > 0) upc_stride_plan_finish(P);
  return P;
}

/* ---- what a member does, as a list ---- */

enum { SENDS, RECEIVES, COPIES };
typedef struct event {
  int what, kind, reply;               /* the kind of the message; 1: a reply, in a sequence of its own */
  int other, from;                     /* the other member; of a copy: the thread to, and from which */
  double bytes;
} event_t;

typedef struct member {
  event_t *event;
  int events, capacity, next;          /* `next`: the first that has not happened */
  int clock, port;                     /* the first steps in which it can send, and receive */
} member_t;

static void add(member_t *m, int what, int kind, int reply, int other, int from, double bytes) {
  m->event = upc_stride_grown(m->event, m->events, &m->capacity, sizeof *m->event, "the messages of a call");
  m->event[m->events++] = (event_t){what, kind, reply, other, from, bytes};
}

static double bytes_of(const upc_stride_plan_t *P, const upc_stride_step_t *s, int from, int to) {
  if (s->kind == UPC_STRIDE_EAGER_SEND || s->kind == UPC_STRIDE_EAGER_RECV)
    return (double)upc_stride_flow_bytes(P->flow, from, to);
  return (double)s->data.bytes.bytes;
}

/* A copy of a whole message of the flow, or, by broadcast's schedule `shared`, of listed pieces out of the root's
 * memory. */
static void add_copy(member_t *m, const upc_stride_plan_t *P, const upc_stride_step_t *s) {
  const upc_stride_pieces_step_t *c = &s->data.pieces;
  if (c->s != c->d) add(m, COPIES, SHOW_COPY, 0, c->d, c->s, (double)upc_stride_flow_bytes(P->flow, c->s, c->d));
}

/* `last`: the member that enters last. The others leave out what it does for all. */
static void read_plan(member_t *m, const upc_stride_plan_t *P, int last) {
  const upc_stride_step_t *next, *end = upc_stride_plan_step_at(P, P->step_words);
  for (const upc_stride_step_t *s = P->steps; s < end; s = next) {
    next = upc_stride_step_next(s);
    int other = s->peer >= 0 ? P->peers[s->peer].thread : -1;
    switch (s->kind) {
    case UPC_STRIDE_SIGNAL: case UPC_STRIDE_LAST_ARRIVER_DONE:
      add(m, SENDS, SHOW_SIGNAL, s->reply, other, -1, 0);
      break;
    case UPC_STRIDE_AWAIT: add(m, RECEIVES, SHOW_SIGNAL, s->reply, other, -1, 0); break;
    case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_RENDEZVOUS_OFFER:
    case UPC_STRIDE_STREAM_SEND:
      add(m, SENDS, SHOW_DATA, 0, other, -1, bytes_of(P, s, show_thread, other));
      break;
    case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_GET:
      add(m, RECEIVES, SHOW_DATA, 0, other, -1, bytes_of(P, s, other, show_thread));
      break;
    case UPC_STRIDE_STREAM_WAIT:
      if (s->data.bytes.stream % 2 == 0) add(m, RECEIVES, SHOW_DATA, 0, other, -1, 0);
      break;
    case UPC_STRIDE_MOVE: add_copy(m, P, s); break;
    case UPC_STRIDE_ACTION: /* of broadcast's schedule `shared`: the root tells a member, which waits for it */
      if (other >= 0) 
        add(m, show_thread == P->flow->src.thread ? SENDS : RECEIVES, SHOW_SIGNAL, 0, other, -1, 0);
      break;
    case UPC_STRIDE_LAST_ARRIVER:
      if (show_thread == last) break;
      add(m, RECEIVES, SHOW_SIGNAL, 0, last, -1, 0); /* its own entry .. */
      add(m, RECEIVES, SHOW_SIGNAL, 0, last, -1, 0); /* .. and that all is done */
      next = upc_stride_plan_step_at(P, s->data.last_arriver.after);
      break;
    default: break;                    /* packing, combining: within a member */
    }
  }
}

/* ---- steps ---- */

/* What has been sent and not received: lists by sender, receiver and sequence. */
typedef struct sent {
  int arrives, next;
  double bytes;
} sent_t;

static sent_t *sent;
static int sents, sent_capacity, *head, *tail, *index_of;

static int sequence(const event_t *e, int from, int to) {
  int way = e->kind == SHOW_DATA ? 0 : e->reply ? 2 : 1;
  return (index_of[from] * play->members + index_of[to]) * 3 + way;
}

static void note(int step, int from, int to, int kind, double bytes) {
  static int capacity;
  if (play->messages == MOST_MESSAGES)
    mistake("the call has more than %d messages: too many to be shown", (int)MOST_MESSAGES);
  play->message = upc_stride_grown(play->message, play->messages, &capacity, sizeof *play->message, "messages");
  play->message[play->messages++] = (show_message_t){step, from, to, kind, bytes};
  if (kind != SHOW_SIGNAL && step >= play->steps) play->steps = step + 1;
}

static int later(int a, int b) { return a > b ? a : b; }

static void send(member_t *m, const event_t *e, int from) {
  int q = sequence(e, from, e->other), takes = e->kind == SHOW_DATA;
  sent = upc_stride_grown(sent, sents, &sent_capacity, sizeof *sent, "messages");
  sent[sents] = (sent_t){m->clock + takes, -1, e->bytes};
  if (head[q] < 0) head[q] = sents;
  else sent[tail[q]].next = sents;
  tail[q] = sents++;
  if (!takes) note(m->clock, from, e->other, SHOW_SIGNAL, 0);
  m->clock += takes;
}

/* 0: it has not come. Data comes in the step in which it is sent, or later if the receiver receives other data then. */
static int receive(member_t *m, const event_t *e, int to) {
  int q = sequence(e, e->other, to), i = head[q];
  if (i < 0) return 0;
  head[q] = sent[i].next;
  if (e->kind == SHOW_DATA) {
    m->port = later(m->port + 1, sent[i].arrives);
    note(m->port - 1, e->other, to, SHOW_DATA, sent[i].bytes);
  }
  m->clock = later(m->clock, e->kind == SHOW_DATA ? m->port : sent[i].arrives);
  return 1;
}

static int go_on(member_t *m, int thread) {
  int done = 0;
  for (; m->next < m->events; m->next++, done++) {
    const event_t *e = &m->event[m->next];
    if (e->what == SENDS) send(m, e, thread);
    else if (e->what == COPIES) note(m->clock++, e->from, e->other, SHOW_COPY, e->bytes);
    else if (!receive(m, e, thread)) break;
  }
  return done;
}

static int by_step(const void *a, const void *b) {
  const show_message_t *x = a, *y = b;
  if (x->step != y->step) return x->step - y->step;
  if (x->from != y->from) return x->from - y->from;
  if (x->to != y->to) return x->to - y->to;
  return x->kind != y->kind ? x->kind - y->kind : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static void put_into_steps(member_t *members, const int *thread) {
  int n = play->members, left = n, done = 1;
  size_t lists = 3 * (size_t)n * (size_t)n;
  head = upc_stride_alloc(lists, sizeof *head, "messages");
  tail = upc_stride_alloc(lists, sizeof *tail, "messages");
  for (size_t q = 0; q < lists; q++) head[q] = tail[q] = -1;
  while (left > 0 && done > 0) {
    done = left = 0;
    for (int i = 0; i < n; i++) {
      done += go_on(&members[i], thread[i]);
      left += members[i].next < members[i].events;
    }
  }
  if (left > 0) mistake("the plans of %d members wait for each other", left);
  if (play->messages > 0) qsort(play->message, (size_t)play->messages, sizeof *play->message, by_step);
}

/* ---- calls ---- */

static size_t blocks_of(const show_call_t *c) {
  upc_stride_picks_t P;
  upc_stride_mistake_t wrong;
  return upc_stride_pick(&P, c->layout, c->intervals, c->interval, &wrong) == UPC_STRIDE_FINE ? P.blocks : 0;
}

static double pieces_of(const show_call_t *c) {
  double k = (double)blocks_of(c);
  switch (c->operation) {
  case UPC_STRIDE_OP_EXCHANGE: case UPC_STRIDE_OP_REDUCE_SCATTER: case UPC_STRIDE_OP_GATHER_ALL: return k * k;
  case UPC_STRIDE_OP_COPY: return (double)c->layout->blocks + (double)c->to->blocks;
  default: return k;
  }
}

static void begin(show_play_t *p, const show_call_t *c) {
  call = c;
  play = p;
  memset(p, 0, sizeof *p);
  show_threads = (int)c->layout->threads;
  if (!builds[c->operation]) mistake("%s: its plans cannot be shown", upc_stride_operation_name(c->operation));
  upc_stride_schedules_open();
  double pieces = pieces_of(c);
  if (pieces > MOST_PIECES)
    mistake("the call moves %.0f pieces, and at most %.0f can be looked at", pieces, MOST_PIECES);
}

void show_choose_for(show_play_t *p, const show_call_t *c) {
  upc_stride_section_t dst, src;
  upc_stride_picks_t P;
  upc_stride_mistake_t wrong;
  size_t offset;
  begin(p, c);
  upc_stride_pick(&P, c->layout, c->intervals, c->interval, &wrong);
  const upc_stride_args_t args = arguments(&dst, &src, blocks_of(c));
  upc_stride_plan_free(plan_of(&args, (int)upc_stride_at_position(&P, 0, &offset)));
}

void show_plans(show_play_t *p, const show_call_t *c) {
  upc_stride_section_t dst, src;
  begin(p, c);
  const upc_stride_args_t args = arguments(&dst, &src, blocks_of(c));
  member_t *members = upc_stride_alloc(MOST_MEMBERS, sizeof *members, "members");
  int *thread = upc_stride_alloc(MOST_MEMBERS, sizeof *thread, "members");
  index_of = upc_stride_alloc((size_t)show_threads, sizeof *index_of, "members");
  for (int pass = 0; pass < 2; pass++) { /* first who takes part, so that the last of them is known */
    int n = 0, last = pass ? thread[p->members - 1] : -1;
    for (int t = 0; t < show_threads; t++) {
      if (pass && (n == p->members || thread[n] != t)) continue;
      upc_stride_plan_t *P = plan_of(&args, t);
      if (P->step_words > 0 || (play->selector.members == 1 && n == 0)) {
        if (n == MOST_MEMBERS) mistake("the call has more than %d members: too many to be shown", (int)MOST_MEMBERS);
        index_of[t] = n;
        if (pass) read_plan(&members[n], P, last);
        thread[n++] = t;
      }
      upc_stride_plan_free(P);
    }
    if (!pass) p->members = n;
    if (n == 0) break;
  }
  if (p->members > 0) put_into_steps(members, thread);
  for (int i = 0; i < p->members; i++) free(members[i].event);
  free(members), free(thread);
}
