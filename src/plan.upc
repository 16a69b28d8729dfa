/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: steps, the threads they speak to, and the pieces of parcels that are few enough to keep. */
#include "plan.h"
#include "near.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Pieces of one parcel that are kept by address, and runs among which they are looked for. */
enum { KEEP_PIECES = 64, LOOK_RUNS = 4096 };

static void *more(const upc_stride_plan_t *P, void *list, int used, int *room, size_t size) {
  if (used < *room) return list;
  *room = *room == 0 ? 8 : 2 * *room;
  list = realloc(list, (size_t)*room * size);
  if (list == NULL) upc_stride_fail(&P->call, "memory", "none for a plan of %d steps, must be there", P->nsteps);
  return list;
}

/* ---- the threads a plan speaks to: found by looking where they are few, else by a hash table ---- */

static void rehash(upc_stride_plan_t *P) {
  int i;
  P->peer_mask = P->peer_mask == 0 ? 63 : 2 * P->peer_mask + 1;
  free(P->peer_slots);
  P->peer_slots = calloc((size_t)P->peer_mask + 1, sizeof(int));
  if (P->peer_slots == NULL) upc_stride_fail(&P->call, "memory", "none for %d neighbours, must be there", P->npeers);
  for (i = 0; i < P->npeers; i++) {
    unsigned at = (unsigned)P->peers[i] * 2654435761u & (unsigned)P->peer_mask;
    while (P->peer_slots[at] != 0) at = (at + 1) & (unsigned)P->peer_mask;
    P->peer_slots[at] = i + 1;
  }
}

static int find_peer(const upc_stride_plan_t *P, int thread) {
  unsigned at;
  int i;
  if (P->peer_mask == 0) {
    for (i = P->npeers - 1; i >= 0 && P->peers[i] != thread; i--) {}
    return i;
  }
  at = (unsigned)thread * 2654435761u & (unsigned)P->peer_mask;
  while (P->peer_slots[at] != 0 && P->peers[P->peer_slots[at] - 1] != thread) at = (at + 1) & (unsigned)P->peer_mask;
  return P->peer_slots[at] - 1;
}

static int peer(upc_stride_plan_t *P, int thread) {
  int i = find_peer(P, thread);
  if (i >= 0) return i;
  P->peers = more(P, P->peers, P->npeers, &P->room_peers, sizeof(int));
  P->peers[P->npeers++] = thread;
  if (P->npeers > 16 && 2 * P->npeers > P->peer_mask) rehash(P);
  else if (P->peer_mask > 0) {
    unsigned at = (unsigned)thread * 2654435761u & (unsigned)P->peer_mask;
    while (P->peer_slots[at] != 0) at = (at + 1) & (unsigned)P->peer_mask;
    P->peer_slots[at] = P->npeers;
  }
  return P->npeers - 1;
}

/* ---- steps ---- */

static upc_stride_step_t *step(upc_stride_plan_t *P, int kind) {
  upc_stride_step_t *s;
  P->steps = more(P, P->steps, P->nsteps, &P->room_steps, sizeof(upc_stride_step_t));
  s = &P->steps[P->nsteps++];
  memset(s, 0, sizeof *s);
  s->kind = kind;
  s->peer = s->pieces = -1;
  return s;
}

void upc_stride_plan_tell(upc_stride_plan_t *P, int thread) {
  int i = peer(P, thread);
  step(P, UPC_STRIDE_TELL)->peer = i;
}

void upc_stride_plan_hear(upc_stride_plan_t *P, int thread) {
  int i = peer(P, thread);
  step(P, UPC_STRIDE_HEAR)->peer = i;
}

void upc_stride_plan_tell_done(upc_stride_plan_t *P, int thread) {
  upc_stride_plan_tell(P, thread);
  P->steps[P->nsteps - 1].reply = 1;
}

void upc_stride_plan_hear_done(upc_stride_plan_t *P, int thread) {
  upc_stride_plan_hear(P, thread);
  P->steps[P->nsteps - 1].reply = 1;
}

void upc_stride_plan_bytes(upc_stride_plan_t *P, int kind, int thread, size_t at, size_t bytes) {
  int i = peer(P, thread);
  upc_stride_step_t *s = step(P, kind);
  s->peer = i;
  s->at = at;
  s->bytes = bytes;
}

void upc_stride_plan_within(upc_stride_plan_t *P, size_t at, size_t from, size_t bytes) {
  upc_stride_step_t *s = step(P, UPC_STRIDE_WITHIN);
  s->at = at;
  s->from = from;
  s->bytes = bytes;
}

static upc_stride_piece_t *piece(upc_stride_plan_t *P, char *to, char *from, size_t bytes) {
  upc_stride_piece_t *p;
  P->piece = more(P, P->piece, P->npieces, &P->room_pieces, sizeof(upc_stride_piece_t));
  p = &P->piece[P->npieces++];
  p->from = from;
  p->to = to;
  p->bytes = bytes;
  p->count = 1;
  p->from_step = p->to_step = 0;
  return p;
}

typedef struct keeping {
  upc_stride_plan_t *plan;
  char *from, *to;
  int thread;                         /* of a spread                       */
  int first;                          /* the parcel's first piece          */
  int most, too_many;                 /* pieces to be kept; 1: there are more */
} keeping_t;

static keeping_t keeping(upc_stride_plan_t *P, char *from, char *to, int most) {
  keeping_t k;
  k.plan = P;
  k.from = from;
  k.to = to;
  k.thread = MYTHREAD;
  k.first = P->npieces;
  k.most = most;
  k.too_many = 0;
  return k;
}

/* 1 where a run goes on with the piece before it: lies next to it, or a step behind its last run, on both sides. */
static int goes_on(upc_stride_piece_t *p, const char *from, const char *to, size_t bytes) {
  long long from_step = from - p->from, to_step = to - p->to, last = (long long)p->count;
  if (p->count == 1 && from_step == (long long)p->bytes && to_step == from_step) {
    p->bytes += bytes;
    return 1;
  }
  if (p->bytes != bytes) return 0;
  if (p->count == 1) {
    p->from_step = from_step;
    p->to_step = to_step;
  } else if (from_step != p->from_step * last || to_step != p->to_step * last) {
    return 0;
  }
  p->count++;
  return 1;
}

static void keep(void *context, const upc_stride_strip_t *strip) {
  keeping_t *k = context;
  upc_stride_plan_t *P = k->plan;
  upc_stride_piece_t *p = P->piece + P->npieces - 1;
  char *from = k->from + strip->from, *to = k->to + strip->to;
  if (strip->count == 1 && P->npieces > k->first && goes_on(p, from, to, strip->bytes)) return;
  k->too_many |= P->npieces - k->first == k->most;
  if (k->too_many) return;
  p = piece(P, to, from, strip->bytes);
  p->count = strip->count;
  p->from_step = strip->from_step;
  p->to_step = strip->to_step;
}

/* Works the parcel out once and for all where that is little. */
static void work_out(upc_stride_plan_t *P, upc_stride_step_t *s) {
  int uses_from = s->kind != UPC_STRIDE_TAKE && s->kind != UPC_STRIDE_UNPACK;
  int uses_to = s->kind != UPC_STRIDE_POST && s->kind != UPC_STRIDE_PACK;
  keeping_t k = keeping(P, uses_from ? upc_stride_base_near(&P->src, s->s) : NULL,
                        uses_to ? upc_stride_base_near(&P->dst, s->d) : NULL, KEEP_PIECES);
  s->to_buffer = uses_to && P->dst.buffered;
  if (s->to_buffer) k.to = (char *)P->dst.at; /* a position: the run has the buffer's address */
  if ((uses_from && k.from == NULL) || (uses_to && k.to == NULL && !s->to_buffer)) return;
  if (upc_stride_flow_runs(&P->flow, s->s, s->d) > LOOK_RUNS) return;
  upc_stride_flow_each(&P->flow, s->s, s->d, keep, &k);
  if (k.too_many) {
    P->npieces = k.first;
    return;
  }
  s->piece = k.first;
  s->pieces = P->npieces - k.first;
}

void upc_stride_plan_parcel(upc_stride_plan_t *P, int kind, int thread, int s, int d, size_t at) {
  int speaks = kind == UPC_STRIDE_POST || kind == UPC_STRIDE_TAKE, i = speaks ? peer(P, thread) : -1;
  upc_stride_step_t *new = step(P, kind);
  new->peer = i;
  new->s = s;
  new->d = d;
  new->at = at;
  if (speaks) new->bytes = upc_stride_flow_bytes(&P->flow, s, d);
  work_out(P, new);
}

/* A step with one piece by address. */
static upc_stride_step_t *by_address(upc_stride_plan_t *P, int kind, char *to, char *from, size_t bytes) {
  upc_stride_step_t *s = step(P, kind);
  s->piece = P->npieces;
  s->pieces = 1;
  s->bytes = bytes;
  piece(P, to, from, bytes);
  return s;
}

void upc_stride_plan_copy(upc_stride_plan_t *P, char *to, char *from, size_t bytes) {
  if (to != from) by_address(P, UPC_STRIDE_MOVE, to, from, bytes);
}

void upc_stride_plan_copy_out(upc_stride_plan_t *P, char *to, size_t at, size_t bytes) {
  by_address(P, UPC_STRIDE_MOVE, to, (char *)at, bytes)->from_buffer = 1;
}

void upc_stride_plan_post(upc_stride_plan_t *P, int thread, char *from, size_t bytes) {
  int i = peer(P, thread);
  by_address(P, UPC_STRIDE_POST, NULL, from, bytes)->peer = i;
}

void upc_stride_plan_take(upc_stride_plan_t *P, int thread, char *to, size_t bytes) {
  int i = peer(P, thread);
  by_address(P, UPC_STRIDE_TAKE, to, NULL, bytes)->peer = i;
}

void upc_stride_plan_fetch(upc_stride_plan_t *P, int thread, char *to, size_t bytes) {
  int i = peer(P, thread);
  by_address(P, UPC_STRIDE_FETCH, to, NULL, bytes)->peer = i;
}

void upc_stride_plan_offer(upc_stride_plan_t *P, int thread, shared [] char *place) {
  int i = peer(P, thread);
  upc_stride_step_t *s = step(P, UPC_STRIDE_OFFER);
  s->peer = i;
  s->place = place;
}

/* 1 where the bytes that a spread would write are those that the call reads: they stay as they are, since others
 * may be reading them. */
static int is_source(const upc_stride_plan_t *P, int thread, const char *to) {
  const char *part = upc_stride_base_near(&P->src, thread);
  upc_stride_own_t own;
  int more;
  if (P->flow.kind == UPC_STRIDE_TO_ALL) return P->flow.src.thread == thread && part == to;
  for (more = upc_stride_own_first(&own, &P->flow.src.picks, (size_t)thread); more; more = upc_stride_own_next(&own))
    if (part + own.offset == to) return 1;
  return 0;
}

static void keep_spread(void *context, const upc_stride_strip_t *strip) {
  keeping_t *k = context;
  if (!is_source(k->plan, k->thread, k->to + strip->to)) keep(context, strip);
}

void upc_stride_plan_spread(upc_stride_plan_t *P, int thread) {
  upc_stride_step_t *s;
  char *part = upc_stride_base_near(&P->dst, thread);
  keeping_t k = keeping(P, part, part, INT_MAX);
  if (part == NULL) return;
  k.thread = thread;
  upc_stride_flow_spread(&P->flow, thread, keep_spread, &k);
  if (P->npieces == k.first) return;
  s = step(P, UPC_STRIDE_MOVE);
  s->piece = k.first;
  s->pieces = P->npieces - k.first;
}

upc_stride_step_t *upc_stride_plan_do(upc_stride_plan_t *P, upc_stride_do_t *act) {
  upc_stride_step_t *s = step(P, UPC_STRIDE_DO);
  s->act = act;
  return s;
}

void upc_stride_plan_do_with(upc_stride_plan_t *P, upc_stride_do_t *act, int thread) {
  int i = peer(P, thread);
  upc_stride_plan_do(P, act)->peer = i;
}

enum { FEW = 8 };

static int round_from(const upc_stride_group_t *G, long long steps) {
  long long rank = upc_stride_group_rank(G, MYTHREAD) + steps + G->n;
  return upc_stride_group_thread(G, (int)(rank % G->n));
}

/* Few members: everybody tells everybody at once, so that with more threads than cores each must be given a core only
 * once. Many: dissemination (Hensgen, Finkel and Manber, 1988): after round j everyone has heard, through others, of
 * 2^j members before it. */
void upc_stride_plan_barrier(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  long long by;
  if (G->n <= FEW) {
    for (by = 1; by < G->n; by++) upc_stride_plan_tell(P, round_from(G, by));
    for (by = 1; by < G->n; by++) upc_stride_plan_hear(P, round_from(G, -by));
    return;
  }
  for (by = 1; by < G->n; by *= 2) {
    upc_stride_plan_tell(P, round_from(G, by));
    upc_stride_plan_hear(P, round_from(G, -by));
  }
}

/* ---- one member for all (flow_leader.upc) ---- */

int upc_stride_plan_lead(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  int r, leader = upc_stride_group_thread(G, 0);
  if (MYTHREAD != leader) {
    upc_stride_plan_tell(P, leader);
    upc_stride_plan_hear(P, leader);
    return 0;
  }
  for (r = 1; r < G->n; r++) upc_stride_plan_hear(P, upc_stride_group_thread(G, r));
  return 1;
}

void upc_stride_plan_led(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  int r;
  for (r = 1; r < G->n; r++) upc_stride_plan_tell(P, upc_stride_group_thread(G, r));
}

size_t upc_stride_plan_buffer(upc_stride_plan_t *P, size_t bytes) {
  size_t at = P->buffer;
  P->buffer += (bytes + 63) / 64 * 64;
  return at;
}

/* ---- where things are ---- */

shared [] char *upc_stride_base_far(const upc_stride_base_t *base, int thread) {
  if (base->array != NULL) return upc_stride_part(base->array, thread);
  return base->place;
}

char *upc_stride_base_near(const upc_stride_base_t *base, int thread) {
  shared [] char *part;
  if (base->buffered) return NULL;
  if (base->array == NULL) thread = (int)upc_threadof((shared void *)base->place);
  if (!upc_stride_near(thread)) return NULL;
  part = upc_stride_base_far(base, thread);
  return upc_stride_address((shared const void *)part);
}
