/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sparse: exchange_own between many members, each of which has pieces for a few others, whom only the sender knows.
 *
 * A size that is not 0 is an entry. In round r of log2 p the entries whose distance has bit r set move on by 2^r
 * members, together in one message, as the pieces in flow_bruck.c do. A message is sent in each round, also without
 * entries: so after the last round a member knows that all have entered, and ALLSYNC needs no barrier before. Then each
 * member gets the pieces where they lie, several at a time: no two members need a channel for that, but the members
 * must be told when the others have read their blocks.
 *
 *   8 members, 0 has a piece for 6, 5 for 3     distance 6 = 110 and 6 = 110
 *   round 0    no entries
 *   round 1    0 -> 2: the entry of 0    5 -> 7: the entry of 5
 *   round 2    2 -> 6: the same          7 -> 3: the same
 *   then       6 gets the piece from 0, and 3 the one from 5
 *
 * Wins for many members on several nodes. Cost: (2 * ceil(log2 p) + 2) * latency + bytes / bandwidth, without
 * synchronisation at the end (ceil(log2 p) + 2) * latency; and 24 bytes for each entry in each round. Non-blocking
 * consensus (Hoefler, Siebert, Lumsdaine: Scalable Communication Protocols for Dynamic Sparse Data Exchange, 2010)
 * sends the pieces first, and ends with a barrier of as many rounds. Its members take messages from anyone. Here a
 * member would need a ring of slots for everyone.
 *
 * Memory: some numbers for each own block and each block of the other section, and 24 bytes for each entry. */
#include "schedules/own.h"
#include "base/allocate.h"
#include "base/has_data.h"

#include <stdlib.h>
#include <string.h>

typedef upc_stride_own_plan_t own_plan_t;
typedef upc_stride_own_pieces_t pieces_t;

/* The size of a piece, on its way. `piece` is its number among the pieces of its two members (own.h). The first entry
 * of a round's message has in `bytes` how many entries there are, with itself. */
typedef struct entry {
  unsigned distance, piece;
  size_t bytes, start;
} entry_t;

typedef struct entries {
  entry_t *list;
  int n, capacity;
} entries_t;

/* A piece to get: where it lies in its thread's part, and its entry in the lists of dst. */
typedef struct arrival {
  int thread;
  size_t offset, own, entry;
} arrival_t;

enum { AT_ONCE = 32 };                /* pieces that a member gets at a time */

/* What is under way in a call: private memory, since its size depends on the lists. */
typedef struct sparse {
  entries_t held, out;                /* of the caller, and of others on their way; of the round's message */
  int round, gone;                    /* of `out`: those that have been sent */
  size_t come, coming;                /* entries of the round's message to the caller */
  arrival_t *arrival;
  int arrivals, capacity;
  int first, next;                    /* arrivals from `first` on are not complete, from `next` on not begun */
  void *get[AT_ONCE];
} sparse_t;

static const own_plan_t *plan_of(const upc_stride_run_t *run) { return run->plan->own; }

/* The call's buffer holds the address. */
static sparse_t **place_of(const upc_stride_run_t *run) {
  return (sparse_t **)(void *)(run->buffer + plan_of(run)->progress);
}

static sparse_t *sparse_of(const upc_stride_run_t *run) { return *place_of(run); }

static void add(entries_t *x, entry_t e) {
  x->list = upc_stride_grown(x->list, x->n, &x->capacity, sizeof *x->list, "sizes of pieces");
  x->list[x->n++] = e;
}

/* ---- sizes ---- */

static void hold(upc_stride_run_t *run, sparse_t *x, int distance) {
  const own_plan_t *m = plan_of(run);
  entry_t e = {(unsigned)distance, 0, 0, 0};
  pieces_t p;
  for (p = upc_stride_own_pieces(m, m->tell[distance], 1); p.more; upc_stride_own_next_piece(&p), e.piece++) {
    e.bytes = upc_stride_own_count(run, p.own, p.position);
    e.start = upc_stride_own_start(run, p.own, p.position);
    if (e.bytes > 0) add(&x->held, e);
  }
}

static int begin(upc_stride_run_t *run, const upc_stride_step_t *s) {
  sparse_t *x = *place_of(run) = upc_stride_alloc(1, sizeof *x, "an exchange");
  int d;
  (void)s;
  x->round = -1;
  for (d = 1; d < plan_of(run)->n; d++) hold(run, x, d);
  return 1;
}

static void open_round(sparse_t *x, int round) {
  entry_t head = {0, 0, 0, 0};
  int i, stay = 0;
  x->round = round;
  x->out.n = x->gone = 0;
  x->come = 0, x->coming = 1;
  add(&x->out, head);
  for (i = 0; i < x->held.n; i++)
    if (x->held.list[i].distance >> round & 1) add(&x->out, x->held.list[i]);
    else x->held.list[stay++] = x->held.list[i];
  x->held.n = stay;
  x->out.list[0].bytes = (size_t)x->out.n;
}

static void take_in(sparse_t *x, const char *message, size_t most) {
  entry_t e;
  size_t i;
  for (i = 0; i < most && x->come < x->coming; i++) {
    memcpy(&e, message + i * sizeof e, sizeof e);
    if (x->come++ == 0) x->coming = e.bytes;
    else add(&x->held, e);
  }
}

/* Sends and receives in turn, so that no circle of members waits for each other to receive. */
static int pass_on(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const int to = (int)s->data.action.to, from = (int)s->data.action.from, round = (int)s->data.action.bytes;
  const size_t most = run->by->setting->eager() / sizeof(entry_t);
  sparse_t *x = sparse_of(run);
  char *slot;
  const char *message;
  if (x->round != round) open_round(x, round);
  while (x->gone < x->out.n && (slot = run->by->slot(run, to)) != NULL) {
    const size_t left = (size_t)(x->out.n - x->gone), some = left < most ? left : most;
    memcpy(slot, x->out.list + x->gone, some * sizeof(entry_t));
    run->by->post(run, to, some * sizeof(entry_t));
    x->gone += (int)some;
  }
  while (x->come < x->coming && (message = run->by->arrived(run, from)) != NULL) {
    take_in(x, message, most);
    run->by->drop(run, from);
  }
  return x->gone == x->out.n && x->come == x->coming;
}

/* Entries of one member, which lie one after another: the first of them that is of another one. */
static int hear_from(upc_stride_run_t *run, sparse_t *x, int i) {
  const own_plan_t *m = plan_of(run);
  const unsigned distance = x->held.list[i].distance;
  arrival_t a;
  unsigned number = 0;
  pieces_t p = upc_stride_own_pieces(m, m->hear[distance], 0);
  for (; i < x->held.n && x->held.list[i].distance == distance; i++) {
    const entry_t *e = &x->held.list[i];
    for (; number < e->piece; number++) upc_stride_own_next_piece(&p);
    a.thread = m->hear[distance];
    a.offset = p.offset + e->start, a.own = p.own, a.entry = upc_stride_own_entry(&p);
    upc_stride_own_list(run, m->received)[a.entry] = e->bytes;
    x->arrival = upc_stride_grown(x->arrival, x->arrivals, &x->capacity, sizeof *x->arrival, "pieces of an exchange");
    x->arrival[x->arrivals++] = a;
  }
  return i;
}

static int hear(upc_stride_run_t *run, const upc_stride_step_t *s) {
  sparse_t *x = sparse_of(run);
  int i = 0;
  (void)s;
  while (i < x->held.n) i = hear_from(run, x, i);
  return 1;
}

/* ---- data ---- */

/* What tells when it has come, or null: it is there. */
static void *start_to_get(upc_stride_run_t *run, const arrival_t *a) {
  const own_plan_t *m = plan_of(run);
  char *to = upc_stride_own_dst(run) + m->dst.list[a->own].offset + upc_stride_own_list(run, m->to)[a->entry];
  const size_t bytes = upc_stride_own_list(run, m->received)[a->entry];
  const char *near = upc_stride_base_near(run->by->setting, run->me, &run->plan->src, a->thread);
  if (near == NULL) return run->by->get(run, to, a->thread, a->offset, bytes);
  if (run->by->touches != NULL) run->by->touches(run, a->thread);
  upc_stride_copy_bytes(to, near + a->offset, bytes);
  return NULL;
}

static int get_pieces(upc_stride_run_t *run, const upc_stride_step_t *s) {
  sparse_t *x = sparse_of(run);
  int begins;
  (void)s;
  do {
    while (x->first < x->next && run->by->got(x->get[x->first % AT_ONCE])) x->first++;
    begins = x->next < x->arrivals && x->next - x->first < AT_ONCE;
    if (begins) {
      x->get[x->next % AT_ONCE] = start_to_get(run, &x->arrival[x->next]);
      x->next++;
    }
  } while (begins);
  return x->first == x->arrivals;
}

static int end(upc_stride_run_t *run, const upc_stride_step_t *s) {
  sparse_t *x = sparse_of(run);
  (void)s;
  free(x->held.list), free(x->out.list), free(x->arrival);
  free(x);
  return 1;
}

/* ---- the plan ---- */

static void rounds(const upc_stride_role_t *role, own_plan_t *m) {
  upc_stride_builder_t *B = role->builder;
  int *order = upc_stride_plan_scratch(B, (size_t)m->n * sizeof *order);
  const int me = upc_stride_order_group(role->group, UPC_STRIDE_ROW_MAJOR, B->me, order);
  int d, r;
  m->tell = upc_stride_plan_alloc(B, 2 * (size_t)m->n * sizeof *m->tell);
  m->hear = m->tell + m->n;
  for (d = 0; d < m->n; d++) m->tell[d] = order[(me + d) % m->n], m->hear[d] = order[(me - d + m->n) % m->n];
  upc_stride_own_local(B, begin);
  for (r = 0; 1LL << r < m->n; r++)
    upc_stride_plan_action_between(B, pass_on, m->tell[1 << r], m->hear[1 << r], (size_t)r);
  upc_stride_own_local(B, hear);
}

/* To and from one thread there are only p - 1 sizes. */
void upc_stride_own_sparse(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  own_plan_t *m;
  if (B->flow->kind != UPC_STRIDE_PIECES_EXCHANGED) {
    upc_stride_own_pairwise(role);
    return;
  }
  m = upc_stride_own_begin(role, 0);
  rounds(role, m);
  upc_stride_own_known(B);
  upc_stride_own_local(B, get_pieces);
  upc_stride_own_local(B, end);
  if (B->sync.out != UPC_STRIDE_NO) upc_stride_plan_barrier(B, role->group);
}
