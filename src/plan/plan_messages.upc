/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: the parcels and places that steps move, with the pieces of those that are few enough to keep. */
#include "plan/plan.h"
#include "base/near.h"

#include <limits.h>

/* Pieces of one parcel that are kept by address. */
enum { KEEP_PIECES = 64 };

static upc_stride_piece_t *piece(upc_stride_plan_t *P, char *to, char *from, size_t bytes) {
  upc_stride_piece_t *p;
  P->piece = upc_stride_plan_more(P, P->piece, P->npieces, &P->pieces_capacity, sizeof(upc_stride_piece_t));
  p = &P->piece[P->npieces++];
  p->from = from;
  p->to = to;
  p->bytes = bytes;
  p->count = 1;
  p->from_stride = p->to_stride = 0;
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
  long long from_stride = from - p->from, to_stride = to - p->to, last = (long long)p->count;
  if (p->count == 1 && from_stride == (long long)p->bytes && to_stride == from_stride) {
    p->bytes += bytes;
    return 1;
  }
  if (p->bytes != bytes) return 0;
  if (p->count == 1) {
    p->from_stride = from_stride;
    p->to_stride = to_stride;
  } else if (from_stride != p->from_stride * last || to_stride != p->to_stride * last) {
    return 0;
  }
  p->count++;
  return 1;
}

static void keep(void *context, const upc_stride_strided_t *strip) {
  keeping_t *k = context;
  upc_stride_plan_t *P = k->plan;
  upc_stride_piece_t *p = P->piece + P->npieces - 1;
  char *from = k->from + strip->from, *to = k->to + strip->to;
  if (strip->count == 1 && P->npieces > k->first && goes_on(p, from, to, strip->bytes)) return;
  k->too_many |= P->npieces - k->first == k->most;
  if (k->too_many) return;
  p = piece(P, to, from, strip->bytes);
  p->count = strip->count;
  p->from_stride = strip->from_stride;
  p->to_stride = strip->to_stride;
}

/* Works the parcel out once and for all where that is little. */
static void work_out(upc_stride_plan_t *P, upc_stride_step_t *s) {
  int uses_from = s->kind != UPC_STRIDE_EAGER_RECV && s->kind != UPC_STRIDE_UNPACK;
  int uses_to = s->kind != UPC_STRIDE_EAGER_SEND && s->kind != UPC_STRIDE_PACK;
  keeping_t k = keeping(P, uses_from ? upc_stride_base_near(&P->src, s->s) : NULL,
                        uses_to ? upc_stride_base_near(&P->dst, s->d) : NULL, KEEP_PIECES);
  s->to_buffer = uses_to && P->dst.buffered;
  if (s->to_buffer) k.to = (char *)P->dst.at; /* a position: the run has the buffer's address */
  if ((uses_from && k.from == NULL) || (uses_to && k.to == NULL && !s->to_buffer)) return;
  if (upc_stride_flow_runs(&P->flow, s->s, s->d) > UPC_STRIDE_LOOK_RUNS) return;
  upc_stride_flow_each(&P->flow, s->s, s->d, keep, &k);
  if (k.too_many) {
    P->npieces = k.first;
    return;
  }
  s->piece = k.first;
  s->pieces = P->npieces - k.first;
}

void upc_stride_plan_message(upc_stride_plan_t *P, int kind, int thread, int s, int d, size_t at) {
  int speaks = kind == UPC_STRIDE_EAGER_SEND || kind == UPC_STRIDE_EAGER_RECV, i = speaks ? upc_stride_plan_peer(P, thread) : -1;
  upc_stride_step_t *new = upc_stride_plan_step(P, kind);
  new->peer = i;
  new->s = s;
  new->d = d;
  new->at = at;
  if (speaks) new->bytes = upc_stride_flow_bytes(&P->flow, s, d);
  work_out(P, new);
}

void upc_stride_plan_part(upc_stride_plan_t *P, int kind, int s, int d, size_t at, size_t from, size_t bytes) {
  upc_stride_plan_message(P, kind, 0, s, d, at);
  P->steps[P->nsteps - 1].from = from;
  P->steps[P->nsteps - 1].bytes = bytes;
}

/* A step with one piece by address. */
static upc_stride_step_t *by_address(upc_stride_plan_t *P, int kind, char *to, char *from, size_t bytes) {
  upc_stride_step_t *s = upc_stride_plan_step(P, kind);
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

/* 1 where the bytes that a spread would write are those that the call reads: they stay as they are, since others
 * may be reading them. */
static int is_source(const upc_stride_plan_t *P, int thread, const char *to) {
  const char *part = upc_stride_base_near(&P->src, thread);
  upc_stride_own_t own;
  int more;
  if (P->flow.kind == UPC_STRIDE_TO_ALL) return upc_stride_has_part(&P->flow.src, thread) && part == to;
  for (more = upc_stride_own_first(&own, &P->flow.src.picks, (size_t)thread); more; more = upc_stride_own_next(&own))
    if (part + own.offset == to) return 1;
  return 0;
}

static void keep_spread(void *context, const upc_stride_strided_t *strip) {
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
  s = upc_stride_plan_step(P, UPC_STRIDE_MOVE);
  s->piece = k.first;
  s->pieces = P->npieces - k.first;
}
