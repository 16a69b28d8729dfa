/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise: each two members that have data for each other meet once, in p - 1 rounds. In round r the member with
 * rank a serves the member with rank a + r. So no two members serve the same one at a time.
 *
 *   4 members, round:   1      2      3
 *   0 serves            1      2      3
 *   1 serves            2      3      0
 *
 * On a torus the rounds go by distances on it (trees/rounds.h), so that each round loads the links of a direction
 * alike.
 *
 * Wins for few members or long messages. Cost: (p - 1) * (latency + bytes / bandwidth), where rounds that are under
 * way together share one latency; each byte crosses once, which no algorithm can better. (Thakur, Rabenseifner, Gropp,
 * 2005.)
 *
 * The data from s to d goes one of three ways. Both members choose the same one:
 *   message   if the data fits into one message: s sends it
 *   direct    if both are near, or if the data is one run and no stream: d copies it between their memories. If the
 *             operation says *push*, s copies it: then all members copy at once, and not one for all.
 *             IN_MYSYNC: the other says "ready" before the copy; OUT_MYSYNC: the copier says "done" after it
 *   edge      otherwise: s sends it and d receives it (plan_send.c). It goes from where it lies to where it belongs,
 *             if it is in one piece there and is not combined with what is there. Else it goes through a buffer in
 *             parts: one is packed and one unpacked while a third travels. Short data of several rounds is under way
 *             together
 * "Done" is a reply, since s may answer d in an earlier round than that in which s serves d.
 *
 * In place, where blocks are read and written, each member packs all that it sends before anything is written. So each
 * byte crosses once as well, and the call's buffer holds what the member sends.
 */
#include "schedules/schedule.h"

enum { NOTHING, MESSAGE, DIRECT, EDGE };

typedef struct meeting {
  upc_stride_builder_t *builder;
  const upc_stride_group_t *group;
  const upc_stride_choice_t *choice;  /* of its parameters: segment, ahead, same_core  */
  int push;
  int *to, *from;                     /* by round: threads that the caller serves, and is served by */
  char *out, *in;                     /* by round: the way of what goes out and comes in */
  size_t out_at[2], in_at;            /* in the buffer, of what is packed: out by turns  */
  int sent_before;                    /* in the round before                             */
  int at_once;                        /* rounds whose edges are under way together       */
  int core_taken;                     /* 1: messages of threads that share the core are taken */
  int own_moved;                      /* 1: what the member has for itself is where it belongs */
} meeting_t;

/* 1: a halo of far neighbours alone, and the other thread is near. */
static int leaves_out(const upc_stride_builder_t *B, int other) {
  const upc_stride_flow_t *F = B->flow;
  return F->kind == UPC_STRIDE_HALOS && F->halo->far_only && B->setting->near(B->me, other);
}

static int way(const meeting_t *m, int s, int d, size_t bytes) {
  const upc_stride_flow_t *F = m->builder->flow;
  int other = s == m->builder->me ? d : s;
  if (bytes == 0 || leaves_out(m->builder, other)) return NOTHING;
  if (m->builder->nodes != NULL) return EDGE;
  if (m->builder->setting->streams(m->builder->me, other, bytes)) return EDGE;
  if (bytes <= m->builder->setting->eager()) return MESSAGE;
  if (m->builder->setting->near(m->builder->me, other)) return DIRECT;
  return !m->push && m->builder->scaling == NULL && upc_stride_flow_runs(F, s, d) == 1 ? DIRECT : EDGE;
}

/* What a member has for itself waits until its first messages are on their way, and no longer. */
static void move_own(meeting_t *m) {
  upc_stride_builder_t *B = m->builder;
  if (!m->own_moved && !leaves_out(B, B->me)) upc_stride_plan_move(B, B->me, B->me);
  m->own_moved = 1;
}

static int receiver(const meeting_t *m, int r) { return m->to[r]; }
static int sender(const meeting_t *m, int r) { return m->from[r]; }

/* ---- the message of an edge, at this end ---- */

typedef struct long_message {
  int s, d, other;
  size_t bytes, part;                 /* all, and of a part                                      */
  unsigned parts;
  int packed;                         /* 1: through the buffer                                   */
  upc_stride_memory_t memory;         /* where it lies or belongs, or is packed                  */
} long_message_t;

/* The bytes of a part of a message in several pieces. To pack a part, its pieces are looked for from the first on. So a
 * message of many pieces has larger parts. */
enum { LEAST_FOR_PIECE = 64 };

static size_t part_of(const meeting_t *m, int s, int d, size_t bytes) {
  size_t pieces = upc_stride_plan_runs(m->builder, s, d), least = pieces * LEAST_FOR_PIECE;
  if (pieces == 1 || m->choice->segment == 0) return bytes;
  return least < m->choice->segment ? m->choice->segment : least;
}

static long_message_t long_message(const meeting_t *m, int s, int d, size_t buffer) {
  upc_stride_builder_t *B = m->builder;
  const upc_stride_base_t *base = s == B->me ? &B->src : &B->dst;
  long_message_t p;
  size_t at;
  p.s = s;
  p.d = d;
  p.other = s == B->me ? d : s;
  p.bytes = upc_stride_plan_bytes(B, s, d);
  p.part = part_of(m, s, d, p.bytes);
  p.parts = (unsigned)((p.bytes + p.part - 1) / p.part);
  p.packed = base->is_private || (d == B->me && B->scaling != NULL) || !upc_stride_plan_in_one(B, s, d, &at);
  p.memory = p.packed ? upc_stride_in_buffer(buffer, p.bytes) : upc_stride_base_memory(B, base, at, p.bytes);
  return p;
}

static long_message_t outgoing(const meeting_t *m, int r) {
  return long_message(m, m->builder->me, receiver(m, r), m->out_at[r % 2]);
}

static long_message_t incoming(const meeting_t *m, int r) {
  return long_message(m, sender(m, r), m->builder->me, m->in_at);
}

static upc_stride_memory_t part(const long_message_t *p, unsigned i) {
  upc_stride_memory_t memory = p->memory;
  size_t from = i * p->part;
  memory = upc_stride_memory_part(memory, from, p->bytes - from < p->part ? p->bytes - from : p->part);
  memory.number = i;
  return memory;
}

static void send_part(const meeting_t *m, const long_message_t *p, unsigned i) {
  upc_stride_memory_t from = part(p, i);
  if (p->packed) upc_stride_plan_pack_part(m->builder, p->s, p->d, from.position, i * p->part, from.bytes);
  upc_stride_plan_send(m->builder, p->other, from);
}

static void receive_part(meeting_t *m, const long_message_t *p, unsigned i) {
  upc_stride_memory_t to = part(p, i);
  move_own(m);
  upc_stride_plan_receive(m->builder, p->other, to);
  if (i + UPC_STRIDE_EXPECTED < p->parts)
    upc_stride_plan_expect(m->builder, p->other, part(p, i + UPC_STRIDE_EXPECTED));
  if (p->packed) upc_stride_plan_unpack_part(m->builder, p->s, p->d, to.position, i * p->part, to.bytes);
}

/* Sends some parts ahead of those it receives, but fewer than it expects: so no circle of members waits for each other
 * to receive. */
static void edges(meeting_t *m, int r) {
  long_message_t out, in;
  unsigned ahead = (unsigned)m->choice->ahead, i;
  int sent;
  out.parts = in.parts = 0;
  if (m->in[r] == EDGE) in = incoming(m, r);
  if (m->out[r] == EDGE) {
    out = outgoing(m, r);
    /* the buffer was that of two rounds before */
    if (out.packed) upc_stride_plan_wait_sent(m->builder, m->sent_before);
  }
  sent = m->builder->nsent;
  for (i = 0; i < in.parts && i < UPC_STRIDE_EXPECTED; i++) upc_stride_plan_expect(m->builder, in.other, part(&in, i));
  for (i = 0; i < out.parts || i < in.parts + ahead; i++) {
    if (i < out.parts) send_part(m, &out, i);
    if (i >= ahead && i - ahead < in.parts) receive_part(m, &in, i - ahead);
  }
  m->sent_before = m->builder->nsent - sent;
}

/* ---- short edges: those of several rounds together ---- */

static upc_stride_round_message_t whole(long_message_t p) {
  upc_stride_round_message_t m;
  m.thread = p.other;
  m.packed = p.packed;
  m.memory = part(&p, 0);
  return m;
}

/* Rounds that are under way together: more than one only if no message goes in parts. */
static int rounds_at_once(const meeting_t *m) {
  size_t most = 0;
  int r;
  for (r = 1; r < m->group->n; r++) {
    long_message_t p;
    if (m->out[r] == EDGE && (p = outgoing(m, r), p.parts > 1)) return 1;
    if (m->out[r] == EDGE && p.bytes > most) most = p.bytes;
    if (m->in[r] == EDGE && (p = incoming(m, r), p.parts > 1)) return 1;
    if (m->in[r] == EDGE && p.bytes > most) most = p.bytes;
  }
  return most == 0 ? 1 : upc_stride_plan_streams_of(most, m->choice->under_way, UPC_STRIDE_MOST_AT_ONCE);
}

static upc_stride_rounds_t begin_edges(const meeting_t *m) {
  upc_stride_rounds_t x = upc_stride_rounds_new(m->builder, m->group->n, m->at_once);
  int r;
  for (r = 1; r < m->group->n; r++) {
    if (m->out[r] == EDGE) x.out[r] = whole(outgoing(m, r));
    if (m->in[r] == EDGE) x.in[r] = whole(incoming(m, r));
  }
  upc_stride_rounds_begin(&x);
  return x;
}

/* All that needs no waiting: messages, and "ready" to the members that copy. */
static void send_first(const meeting_t *m) {
  upc_stride_builder_t *B = m->builder;
  int r, ready = B->sync.in == UPC_STRIDE_MY;
  for (r = 1; r < m->group->n; r++) {
    int d = receiver(m, r), s = sender(m, r), out = m->out[r];
    if (out == MESSAGE) upc_stride_plan_eager_send(B, d);
    if (out == DIRECT && ready && !m->push) upc_stride_plan_signal(B, d);
    if (m->push && ready && m->in[r] == DIRECT) upc_stride_plan_signal(B, s);
  }
}

/* This thread copies between s and d, one of which it is; `other` is the other. */
static void copy(meeting_t *m, int s, int d, int other) {
  upc_stride_builder_t *B = m->builder;
  move_own(m);
  if (B->sync.in == UPC_STRIDE_MY) upc_stride_plan_await(B, other);
  upc_stride_plan_move(B, s, d);
  if (B->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal_done(B, other);
}

static int shares(const meeting_t *m, int thread) {
  return m->choice->same_core && m->builder->setting->same_core(m->builder->me, thread);
}

/* Messages of threads on the caller's core are taken first: these threads run only while the caller gives the core
 * away. When their messages have come, all threads of this core wait for threads of other cores. */
static void take(meeting_t *m, int r, int shares_core) {
  upc_stride_builder_t *B = m->builder;
  int s = sender(m, r);
  if (m->in[r] != MESSAGE || shares(m, s) != shares_core) return;
  move_own(m);
  upc_stride_plan_eager_receive(B, s);
  m->core_taken |= shares_core;
  if (m->core_taken && !shares_core) upc_stride_plan_other_core(B);
}

static void rounds(meeting_t *m) {
  upc_stride_rounds_t together;
  int r;
  if (m->at_once > 1) together = begin_edges(m), move_own(m);
  for (r = 1; r < m->group->n; r++) take(m, r, 1);
  for (r = 1; r < m->group->n; r++) {
    int d = receiver(m, r), s = sender(m, r);
    if (m->out[r] == DIRECT && m->push) copy(m, m->builder->me, d, d);
    if (m->at_once == 1) edges(m, r);
    take(m, r, 0);
    if (m->in[r] == DIRECT && !m->push) copy(m, s, m->builder->me, s);
  }
  if (m->at_once > 1) upc_stride_rounds_end(&together);
  move_own(m);
}

/* The members that copied from the caller, or to it. */
static void await_done(const meeting_t *m) {
  upc_stride_builder_t *B = m->builder;
  int r;
  if (B->sync.out != UPC_STRIDE_MY) return;
  for (r = 1; r < m->group->n; r++) {
    int d = receiver(m, r), s = sender(m, r);
    if (!m->push && m->out[r] == DIRECT) upc_stride_plan_await_done(B, d);
    if (m->push && m->in[r] == DIRECT) upc_stride_plan_await_done(B, s);
  }
}

/* Computes the ways, and how many bytes are packed at a time. */
static void look_round(meeting_t *m) {
  const upc_stride_builder_t *B = m->builder;
  upc_stride_partners_t to = upc_stride_plan_partners(B, m->group, 0), from = upc_stride_plan_partners(B, m->group, 1);
  size_t most_out[2] = {0, 0}, most_in = 0;
  int r;
  m->out = upc_stride_plan_scratch(m->builder, 2 * (size_t)m->group->n);
  m->in = m->out + m->group->n;
  m->out_at[0] = m->out_at[1] = m->in_at = 0;
  for (r = 1; r < m->group->n; r++) {
    int d = receiver(m, r), s = sender(m, r);
    size_t out = upc_stride_may_be_partner(&to, d) ? upc_stride_plan_bytes(B, B->me, d) : 0;
    size_t in = upc_stride_may_be_partner(&from, s) ? upc_stride_plan_bytes(B, s, B->me) : 0;
    m->out[r] = (char)way(m, B->me, d, out);
    m->in[r] = (char)way(m, s, B->me, in);
    if (m->out[r] == EDGE && out > most_out[r % 2] && outgoing(m, r).packed) most_out[r % 2] = out;
    if (m->in[r] == EDGE && in > most_in && incoming(m, r).packed) most_in = in;
  }
  upc_stride_plan_partners_end(&to);
  upc_stride_plan_partners_end(&from);
  m->at_once = rounds_at_once(m);
  if (m->at_once > 1) return;         /* they have buffers of their own */
  for (r = 0; r < 2; r++) m->out_at[r] = upc_stride_plan_buffer(m->builder, most_out[r]);
  m->in_at = upc_stride_plan_buffer(m->builder, most_in);
}

void upc_stride_meet_pairwise(upc_stride_builder_t *B, const upc_stride_group_t *G, const upc_stride_choice_t *choice) {
  meeting_t m;
  m.builder = B;
  m.group = G;
  m.choice = choice;
  m.push = B->flow->kind == UPC_STRIDE_PIECES_IN && !B->dst.buffered;
  m.core_taken = m.own_moved = 0;
  m.to = upc_stride_plan_scratch(B, 2 * (size_t)G->n * sizeof(int));
  m.from = m.to + G->n;
  upc_stride_group_rounds(G, B->me, m.to, m.from);
  m.sent_before = 0;
  look_round(&m);
  send_first(&m);
  rounds(&m);
  await_done(&m);
}

/* ---- in place ---- */

static upc_stride_memory_t packed_for(upc_stride_builder_t *B, int d) {
  upc_stride_memory_t out = upc_stride_plan_space(B, upc_stride_plan_bytes(B, B->me, d));
  upc_stride_plan_pack(B, B->me, d, out.position);
  return out;
}

static void meet_in_place(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  int *to = upc_stride_plan_scratch(B, 2 * (size_t)G->n * sizeof(int)), *from = to + G->n, r;
  upc_stride_memory_t *out = upc_stride_plan_scratch(B, (size_t)G->n * sizeof *out), in;
  size_t most = 0;
  upc_stride_group_rounds(G, B->me, to, from);
  to[0] = from[0] = B->me;
  for (r = 0; r < G->n; r++) {
    size_t bytes = upc_stride_plan_bytes(B, from[r], B->me);
    out[r] = packed_for(B, to[r]);
    if (r > 0 && bytes > most) most = bytes;
  }
  upc_stride_plan_unpack(B, B->me, B->me, out[0].position);
  in = upc_stride_plan_space(B, most);
  for (r = 1; r < G->n; r++) {
    in.bytes = upc_stride_plan_bytes(B, from[r], B->me);
    upc_stride_plan_exchange(B, to[r], out[r], from[r], in);
    upc_stride_plan_unpack(B, from[r], B->me, in.position);
  }
}

void upc_stride_flow_pairwise(const upc_stride_role_t *role) {
  upc_stride_enter(role);
  if (role->builder->in_place) meet_in_place(role->builder, role->group);
  else upc_stride_meet_pairwise(role->builder, role->group, role->choice);
  upc_stride_plan_spread(role->builder, role->builder->me);
  upc_stride_leave(role);
}
