/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: steps, the threads they speak to, and the pieces of parcels that are few enough to keep. */
#include "plan.h"
#include "near.h"

#include <stdlib.h>
#include <string.h>

enum { KEEP_RUNS = 32 };              /* pieces of one parcel that are kept by address */

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

static upc_stride_piece_t *piece(upc_stride_plan_t *P) {
  P->piece = more(P, P->piece, P->npieces, &P->room_pieces, sizeof(upc_stride_piece_t));
  return &P->piece[P->npieces++];
}

typedef struct keeping {
  upc_stride_plan_t *plan;
  char *from, *to;
} keeping_t;

static void keep(void *context, const upc_stride_strip_t *strip) {
  keeping_t *k = context;
  size_t i;
  for (i = 0; i < strip->count; i++) {
    upc_stride_piece_t *p = piece(k->plan);
    p->from = k->from + strip->from + (size_t)(strip->from_step * (long long)i);
    p->to = k->to + strip->to + (size_t)(strip->to_step * (long long)i);
    p->bytes = strip->bytes;
  }
}

/* Works the parcel out once and for all where that is little. */
static void work_out(upc_stride_plan_t *P, upc_stride_step_t *s) {
  int uses_from = s->kind != UPC_STRIDE_TAKE && s->kind != UPC_STRIDE_UNPACK;
  int uses_to = s->kind != UPC_STRIDE_POST && s->kind != UPC_STRIDE_PACK, first = P->npieces;
  keeping_t k;
  k.plan = P;
  k.from = uses_from ? upc_stride_base_near(&P->src, s->s) : NULL;
  k.to = uses_to ? upc_stride_base_near(&P->dst, s->d) : NULL;
  s->to_buffer = uses_to && P->dst.buffered;
  if (s->to_buffer) k.to = (char *)P->dst.at; /* a position: the run has the buffer's address */
  if ((uses_from && k.from == NULL) || (uses_to && k.to == NULL && !s->to_buffer)) return;
  if (upc_stride_flow_runs(&P->flow, s->s, s->d) > KEEP_RUNS) return;
  upc_stride_flow_each(&P->flow, s->s, s->d, keep, &k);
  s->piece = first;
  s->pieces = P->npieces - first;
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
  upc_stride_piece_t *p;
  s->piece = P->npieces;
  s->pieces = 1;
  s->bytes = bytes;
  p = piece(P);
  p->from = from;
  p->to = to;
  p->bytes = bytes;
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
static int is_source(const upc_stride_plan_t *P, const char *to) {
  const char *part = upc_stride_base_near(&P->src, MYTHREAD);
  upc_stride_own_t own;
  int more;
  if (P->flow.kind == UPC_STRIDE_TO_ALL) return P->flow.src.thread == MYTHREAD && part == to;
  for (more = upc_stride_own_first(&own, &P->flow.src.picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    if (part + own.offset == to) return 1;
  return 0;
}

static void keep_spread(void *context, const upc_stride_strip_t *strip) {
  keeping_t *k = context;
  if (!is_source(k->plan, k->to + strip->to)) keep(context, strip);
}

void upc_stride_plan_spread(upc_stride_plan_t *P) {
  upc_stride_step_t *s;
  keeping_t k;
  int first = P->npieces;
  k.plan = P;
  k.from = k.to = upc_stride_base_near(&P->dst, MYTHREAD);
  if (k.from == NULL) return;
  upc_stride_flow_spread(&P->flow, MYTHREAD, keep_spread, &k);
  if (P->npieces == first) return;
  s = step(P, UPC_STRIDE_MOVE);
  s->piece = first;
  s->pieces = P->npieces - first;
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

/* Dissemination: in round j everyone has heard, through others, of 2^j members before it. */
void upc_stride_plan_barrier(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  long long me = upc_stride_group_rank(G, MYTHREAD), by;
  for (by = 1; by < G->n; by *= 2) {
    upc_stride_plan_tell(P, upc_stride_group_thread(G, (int)((me + by) % G->n)));
    upc_stride_plan_hear(P, upc_stride_group_thread(G, (int)((me - by + G->n) % G->n)));
  }
}

size_t upc_stride_plan_buffer(upc_stride_plan_t *P, size_t bytes) {
  size_t at = P->buffer;
  P->buffer += (bytes + 63) / 64 * 64;
  return at;
}

/* ---- where things are ---- */

shared [] char *upc_stride_base_far(const upc_stride_base_t *base, int thread) {
  return base->array != NULL ? upc_stride_part(base->array, thread) : base->place;
}

char *upc_stride_base_near(const upc_stride_base_t *base, int thread) {
  shared [] char *part;
  if (base->buffered) return NULL;
  if (base->array == NULL) thread = (int)upc_threadof((shared void *)base->place);
  if (!upc_stride_near(thread)) return NULL;
  part = upc_stride_base_far(base, thread);
  return upc_stride_address((shared const void *)part);
}
