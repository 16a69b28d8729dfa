/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise: every thread that has something for another meets it, in p-1 rounds. In round r the member with rank a
 * serves the one with rank a + r, so that no two turn to the same one at a time.
 *
 *   4 members, round:   1      2      3
 *   0 serves            1      2      3
 *   1 serves            2      3      0
 *
 * Costs p-1 latencies and each byte once, which long messages cannot better; short ones in large teams can.
 *
 * What passes from s to d goes one of three ways, which both work out alike:
 *   message    it fits into one: s sends it
 *   direct     both are near, or it is one run: it is copied between their memories, by d (or, where the operation
 *              says *push*, by s, because then all members copy at once and not one for all).
 *              IN_MYSYNC: the other says "ready" before; OUT_MYSYNC: the copier says "done" after
 *   staged     s packs it into its buffer, d fetches it and says so
 * "Done" and "fetched" are replies, since the round in which s answers d may come before the one in which it serves it.
 * (flow_by.upc adds the barriers of ALLSYNC.)
 */
#include "channel.h"
#include "near.h"
#include "operations.h"

enum { NOTHING, MESSAGE, DIRECT, STAGED };

typedef struct meeting {
  upc_stride_plan_t *plan;
  const upc_stride_group_t *group;
  int push;
  int *threads;                       /* all members' from the caller's on, round        */
  char *out, *in;                     /* by round: the way of what goes out and comes in */
  size_t out_at, in_at;               /* in the buffer, of staged messages               */
} meeting_t;

static int way(const meeting_t *m, int s, int d, size_t bytes) {
  const upc_stride_flow_t *F = &m->plan->flow;
  if (bytes == 0) return NOTHING;
  if (bytes <= upc_stride_eager()) return MESSAGE;
  if (upc_stride_near(s == MYTHREAD ? d : s)) return DIRECT;
  return !m->push && upc_stride_flow_runs(F, s, d) == 1 ? DIRECT : STAGED;
}

static int to_whom(const meeting_t *m, int r) { return m->threads[r]; }
static int from_whom(const meeting_t *m, int r) { return m->threads[m->group->n - r]; }

/* All that needs no waiting: messages, and "ready" to those who copy. */
static void send_first(const meeting_t *m) {
  upc_stride_plan_t *P = m->plan;
  int r, ready = P->sync.in == UPC_STRIDE_MY;
  for (r = 1; r < m->group->n; r++) {
    int d = to_whom(m, r), s = from_whom(m, r), out = m->out[r];
    if (out == MESSAGE) upc_stride_plan_parcel(P, UPC_STRIDE_POST, d, MYTHREAD, d, 0);
    if (out == DIRECT && ready && !m->push) upc_stride_plan_tell(P, d);
    if (m->push && ready && m->in[r] == DIRECT) upc_stride_plan_tell(P, s);
  }
}

/* This thread copies between s and d, one of which it is; `other` is the other. */
static void copy(const meeting_t *m, int s, int d, int other) {
  upc_stride_plan_t *P = m->plan;
  if (P->sync.in == UPC_STRIDE_MY) upc_stride_plan_hear(P, other);
  upc_stride_plan_parcel(P, UPC_STRIDE_MOVE, 0, s, d, 0);
  if (P->sync.out == UPC_STRIDE_MY) upc_stride_plan_tell_done(P, other);
}

static void receive(const meeting_t *m, int s, int how) {
  upc_stride_plan_t *P = m->plan;
  if (how == MESSAGE) upc_stride_plan_parcel(P, UPC_STRIDE_TAKE, s, s, MYTHREAD, 0);
  if (how == DIRECT && !m->push) copy(m, s, MYTHREAD, s);
  if (how != STAGED) return;
  upc_stride_plan_bytes(P, UPC_STRIDE_FETCH, s, m->in_at, upc_stride_flow_bytes(&P->flow, s, MYTHREAD));
  upc_stride_plan_tell_done(P, s);
  upc_stride_plan_parcel(P, UPC_STRIDE_UNPACK, 0, s, MYTHREAD, m->in_at);
}

static void rounds(const meeting_t *m) {
  upc_stride_plan_t *P = m->plan;
  int r;
  for (r = 1; r < m->group->n; r++) {
    int d = to_whom(m, r), s = from_whom(m, r), out = m->out[r];
    if (out == DIRECT && m->push) copy(m, MYTHREAD, d, d);
    if (out == STAGED) {
      upc_stride_plan_parcel(P, UPC_STRIDE_PACK, 0, MYTHREAD, d, m->out_at);
      upc_stride_plan_bytes(P, UPC_STRIDE_OFFER, d, m->out_at, 0);
    }
    receive(m, s, m->in[r]);
    if (out == STAGED) upc_stride_plan_hear_done(P, d);
  }
}

/* Those who copied from me, or to me. */
static void hear_done(const meeting_t *m) {
  upc_stride_plan_t *P = m->plan;
  int r;
  if (P->sync.out != UPC_STRIDE_MY) return;
  for (r = 1; r < m->group->n; r++) {
    int d = to_whom(m, r), s = from_whom(m, r);
    if (!m->push && m->out[r] == DIRECT) upc_stride_plan_hear_done(P, d);
    if (m->push && m->in[r] == DIRECT) upc_stride_plan_hear_done(P, s);
  }
}

/* Works out the ways, and what must be staged at a time. */
static void look_round(meeting_t *m) {
  const upc_stride_flow_t *F = &m->plan->flow;
  size_t most_out = 0, most_in = 0;
  int r;
  m->out = upc_stride_plan_room(m->plan, 2 * (size_t)m->group->n);
  m->in = m->out + m->group->n;
  for (r = 1; r < m->group->n; r++) {
    int d = to_whom(m, r), s = from_whom(m, r);
    size_t out = upc_stride_flow_bytes(F, MYTHREAD, d), in = upc_stride_flow_bytes(F, s, MYTHREAD);
    m->out[r] = (char)way(m, MYTHREAD, d, out);
    m->in[r] = (char)way(m, s, MYTHREAD, in);
    if (m->out[r] == STAGED && out > most_out) most_out = out;
    if (m->in[r] == STAGED && in > most_in) most_in = in;
  }
  m->out_at = upc_stride_plan_buffer(m->plan, most_out);
  m->in_at = upc_stride_plan_buffer(m->plan, most_in);
}

void upc_stride_flow_pairwise(upc_stride_plan_t *P, const upc_stride_group_t *G, int push) {
  meeting_t m;
  m.plan = P;
  m.group = G;
  m.push = push;
  m.threads = upc_stride_plan_room(P, (size_t)G->n * sizeof(int));
  upc_stride_group_round(G, upc_stride_group_rank(G, MYTHREAD), G->n, m.threads);
  look_round(&m);
  send_first(&m);
  upc_stride_plan_parcel(P, UPC_STRIDE_MOVE, 0, MYTHREAD, MYTHREAD, 0);
  rounds(&m);
  hear_done(&m);
}
