/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: steps that move what the flow moves. The plan lists the pieces of a message if there are few of them
 * and all ends are near. So a call that comes again copies by address, without another look at the flow. */
#include "plan/plan.h"
#include "base/allocate.h"
#include "base/near.h"

#include <limits.h>

enum { LISTED_PIECES = 64 };          /* of one message, at most */

/* Pieces that are being listed: those of one step, from number `first` of the plan on. */
typedef struct listing {
  upc_stride_plan_t *plan;
  size_t to_start;                    /* where the destination starts: of the call's buffer, or 0 */
  int first;
  int most, too_many;                 /* how many may be listed; 1: there are more  */
  int thread;                         /* of a spread: its thread, and the address   */
  const char *part;                   /* of the part that holds its blocks          */
} listing_t;

static listing_t listing(upc_stride_plan_t *P, size_t to_start, int most) {
  listing_t l;
  l.plan = P;
  l.to_start = to_start;
  l.first = P->npieces;
  l.most = most;
  l.too_many = 0;
  l.thread = MYTHREAD;
  l.part = NULL;
  return l;
}

static upc_stride_piece_t *new_piece(upc_stride_plan_t *P, size_t to, size_t from, size_t bytes) {
  upc_stride_piece_t *p;
  P->pieces = upc_stride_grown(P->pieces, P->npieces, &P->pieces_capacity, sizeof(upc_stride_piece_t), "a plan");
  p = &P->pieces[P->npieces++];
  p->from = from;
  p->to = to;
  p->bytes = bytes;
  p->count = 1;
  p->from_stride = p->to_stride = 0;
  return p;
}

/* Adds a run to the piece if it continues it on both sides: it follows the piece's only run without a gap, or it
 * is one more run at the piece's strides. Returns 1 if so. */
static int extends(upc_stride_piece_t *p, size_t from, size_t to, size_t bytes) {
  long long from_stride = (long long)(from - p->from), to_stride = (long long)(to - p->to), runs = (long long)p->count;
  if (p->count == 1 && from_stride == (long long)p->bytes && to_stride == from_stride) {
    p->bytes += bytes;
    return 1;
  }
  if (p->bytes != bytes) return 0;
  if (p->count == 1) {
    p->from_stride = from_stride;
    p->to_stride = to_stride;
  } else if (from_stride != p->from_stride * runs || to_stride != p->to_stride * runs) {
    return 0;
  }
  p->count++;
  return 1;
}

static void list_runs(void *context, const upc_stride_strided_t *runs) {
  listing_t *l = context;
  upc_stride_plan_t *P = l->plan;
  upc_stride_piece_t *p;
  size_t from = runs->from, to = l->to_start + runs->to;
  if (runs->count == 1 && P->npieces > l->first && extends(&P->pieces[P->npieces - 1], from, to, runs->bytes)) return;
  l->too_many |= P->npieces - l->first == l->most;
  if (l->too_many) return;
  p = new_piece(P, to, from, runs->bytes);
  p->count = runs->count;
  p->from_stride = runs->from_stride;
  p->to_stride = runs->to_stride;
}

static void set_addresses(const upc_stride_plan_t *P, upc_stride_step_t *step, char *dst, char *src) {
  step->data.pieces.dst = upc_stride_plan_address(P, step, UPC_STRIDE_TO_PLACE, dst);
  step->data.pieces.src = upc_stride_plan_address(P, step, UPC_STRIDE_FROM_PLACE, src);
}

/* The pieces of the message from s to d into a step, listed if there are few. */
static void set_pieces(upc_stride_plan_t *P, upc_stride_step_t *step, int s, int d) {
  upc_stride_pieces_step_t *m = &step->data.pieces;
  int reads = step->kind != UPC_STRIDE_EAGER_RECV && step->kind != UPC_STRIDE_UNPACK;
  int writes = step->kind != UPC_STRIDE_EAGER_SEND && step->kind != UPC_STRIDE_PACK;
  int to_buffer = writes && P->dst.buffered;
  listing_t l = listing(P, to_buffer ? P->dst.position : 0, LISTED_PIECES);
  m->s = s;
  m->d = d;
  m->count = -1;
  if (reads) m->src = upc_stride_base_near(&P->src, s);
  if (writes) m->dst = upc_stride_base_near(&P->dst, d);
  if ((reads && m->src == NULL) || (writes && m->dst == NULL && !to_buffer)) return;
  set_addresses(P, step, m->dst, m->src);
  if (upc_stride_flow_runs(P->flow, s, d) > UPC_STRIDE_LOOK_RUNS) return;
  upc_stride_flow_each(P->flow, s, d, list_runs, &l);
  if (l.too_many) {
    P->npieces = l.first;
    return;
  }
  m->first = l.first;
  m->count = P->npieces - l.first;
}

static void eager(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int peer, int s, int d) {
  upc_stride_step_t *step = upc_stride_plan_step_with(P, kind, peer);
  step->data.pieces.bytes = upc_stride_flow_bytes(P->flow, s, d);
  set_pieces(P, step, s, d);
}

void upc_stride_plan_eager_send(upc_stride_plan_t *P, int thread) {
  eager(P, UPC_STRIDE_EAGER_SEND, thread, MYTHREAD, thread);
}

void upc_stride_plan_eager_receive(upc_stride_plan_t *P, int thread) {
  eager(P, UPC_STRIDE_EAGER_RECV, thread, thread, MYTHREAD);
}

static void pack(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int s, int d, size_t position, size_t skip,
                 size_t bytes) {
  upc_stride_step_t *step;
  if (upc_stride_flow_runs(P->flow, s, d) == 0) return;
  step = upc_stride_plan_step(P, kind);
  step->data.pieces.position = position;
  step->data.pieces.skip = skip;
  step->data.pieces.bytes = bytes;
  set_pieces(P, step, s, d);
}

static void pack_any(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int s, int d, size_t position, size_t skip,
                     size_t bytes) {
  if (P->nodes == NULL) pack(P, kind, s, d, position, skip, bytes);
  else upc_stride_plan_pack_nodes(P, pack, kind, s, d, position, skip, bytes);
}

void upc_stride_plan_pack(upc_stride_plan_t *P, int s, int d, size_t position) {
  pack_any(P, UPC_STRIDE_PACK, s, d, position, 0, 0);
}

void upc_stride_plan_unpack(upc_stride_plan_t *P, int s, int d, size_t position) {
  pack_any(P, UPC_STRIDE_UNPACK, s, d, position, 0, 0);
}

void upc_stride_plan_pack_part(upc_stride_plan_t *P, int s, int d, size_t position, size_t skip, size_t bytes) {
  pack_any(P, UPC_STRIDE_PACK, s, d, position, skip, bytes);
}

void upc_stride_plan_unpack_part(upc_stride_plan_t *P, int s, int d, size_t position, size_t skip, size_t bytes) {
  pack_any(P, UPC_STRIDE_UNPACK, s, d, position, skip, bytes);
}

void upc_stride_plan_move(upc_stride_plan_t *P, int s, int d) {
  if (P->nodes != NULL || upc_stride_flow_runs(P->flow, s, d) == 0) return; /* nothing leaves the node here */
  set_pieces(P, upc_stride_plan_step(P, UPC_STRIDE_MOVE), s, d);
}

/* A copy whose pieces are listed from number `first` to the last one. */
static void move_listed(upc_stride_plan_t *P, int first, char *dst, char *src) {
  upc_stride_step_t *step = upc_stride_plan_step(P, UPC_STRIDE_MOVE);
  step->data.pieces.first = first;
  step->data.pieces.count = P->npieces - first;
  set_addresses(P, step, dst, src);
}

void upc_stride_plan_copy(upc_stride_plan_t *P, char *to, char *from, size_t bytes) {
  if (to == from) return;
  new_piece(P, 0, 0, bytes);
  move_listed(P, P->npieces - 1, to, from);
}

void upc_stride_plan_copy_out(upc_stride_plan_t *P, char *to, size_t position, size_t bytes) {
  new_piece(P, 0, position, bytes);
  move_listed(P, P->npieces - 1, to, NULL);
}

/* 1 if the bytes that a spread would write are bytes that the call reads. They stay as they are, since others may
 * be reading them. */
static int is_source(const upc_stride_plan_t *P, int thread, const char *to) {
  const char *part = upc_stride_base_near(&P->src, thread);
  upc_stride_own_t own;
  int more;
  if (P->flow->kind == UPC_STRIDE_TO_ALL) return upc_stride_has_part(&P->flow->src, thread) && part == to;
  for (more = upc_stride_own_first(&own, &P->flow->src.picks, (size_t)thread); more; more = upc_stride_own_next(&own))
    if (part + own.offset == to) return 1;
  return 0;
}

static void list_spread(void *context, const upc_stride_strided_t *runs) {
  listing_t *l = context;
  if (!is_source(l->plan, l->thread, l->part + runs->to)) list_runs(context, runs);
}

void upc_stride_plan_spread(upc_stride_plan_t *P, int thread) {
  char *part = upc_stride_base_near(&P->dst, thread);
  listing_t l = listing(P, 0, INT_MAX);
  if (part == NULL || P->nodes != NULL) return;
  l.thread = thread;
  l.part = part;
  upc_stride_flow_spread(P->flow, thread, list_spread, &l);
  if (P->npieces > l.first) move_listed(P, l.first, part, part);
}
