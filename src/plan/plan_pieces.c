/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: steps that move what the flow moves. The plan lists the pieces of a message if there are few of them
 * and all ends are near. So a call that comes again copies by address, without another look at the flow. */
#include "plan/builder.h"
#include "base/allocate.h"

#include <limits.h>

enum { LISTED_PIECES = 64 };          /* of one message, at most */

/* Pieces that are being listed: those of one step, from number `first` of the plan on. */
typedef struct listing {
  upc_stride_builder_t *builder;
  size_t to_start;                    /* where the destination starts: of the call's buffer, or 0 */
  int first;
  int most, too_many;                 /* how many may be listed; 1: there are more  */
  int thread;                         /* of a spread: its thread, and the address   */
  const char *part;                   /* of the part that holds its blocks          */
} listing_t;

static listing_t listing(upc_stride_builder_t *B, size_t to_start, int most) {
  listing_t l;
  l.builder = B;
  l.to_start = to_start;
  l.first = B->npieces;
  l.most = most;
  l.too_many = 0;
  l.thread = B->me;
  l.part = NULL;
  return l;
}

static upc_stride_strided_t *new_piece(upc_stride_builder_t *B, size_t to, size_t from, size_t bytes) {
  upc_stride_strided_t *p;
  B->pieces = upc_stride_grown(B->pieces, B->npieces, &B->pieces_capacity, sizeof(upc_stride_strided_t), "a plan");
  p = &B->pieces[B->npieces++];
  p->from = from;
  p->to = to;
  p->bytes = bytes;
  p->count = 1;
  p->from_stride = p->to_stride = 0;
  return p;
}

/* Adds a run to the piece if it continues it on both sides: it follows the piece's only run without a gap, or it
 * is one more run at the piece's strides. Returns 1 if so. */
static int extends(upc_stride_strided_t *p, size_t from, size_t to, size_t bytes) {
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
  upc_stride_builder_t *B = l->builder;
  upc_stride_strided_t *p;
  size_t from = runs->from, to = l->to_start + runs->to;
  if (runs->count == 1 && B->npieces > l->first && extends(&B->pieces[B->npieces - 1], from, to, runs->bytes)) return;
  l->too_many |= B->npieces - l->first == l->most;
  if (l->too_many) return;
  p = new_piece(B, to, from, runs->bytes);
  p->count = runs->count;
  p->from_stride = runs->from_stride;
  p->to_stride = runs->to_stride;
}

static void set_addresses(const upc_stride_builder_t *B, upc_stride_step_t *step, char *dst, char *src) {
  step->data.pieces.dst = upc_stride_plan_address(B, step, UPC_STRIDE_TO_PLACE, dst);
  step->data.pieces.src = upc_stride_plan_address(B, step, UPC_STRIDE_FROM_PLACE, src);
}

/* The pieces of the message from s to d into a step, listed if there are few. */
static void set_pieces(upc_stride_builder_t *B, upc_stride_step_t *step, int s, int d) {
  upc_stride_pieces_step_t *m = &step->data.pieces;
  int reads = step->kind != UPC_STRIDE_EAGER_RECV && step->kind != UPC_STRIDE_UNPACK;
  int writes = step->kind != UPC_STRIDE_EAGER_SEND && step->kind != UPC_STRIDE_PACK;
  int to_buffer = writes && B->dst.buffered;
  listing_t l = listing(B, to_buffer ? B->dst.position : 0, LISTED_PIECES);
  m->s = s;
  m->d = d;
  m->count = -1;
  if (reads) m->src = upc_stride_plan_near(B, &B->src, s);
  if (writes) m->dst = upc_stride_plan_near(B, &B->dst, d);
  if ((reads && m->src == NULL) || (writes && m->dst == NULL && !to_buffer)) return;
  set_addresses(B, step, m->dst, m->src);
  if (upc_stride_flow_runs(B->flow, s, d) > UPC_STRIDE_LOOK_RUNS) return;
  upc_stride_flow_each(B->flow, s, d, list_runs, &l);
  if (l.too_many) {
    B->npieces = l.first;
    return;
  }
  m->first = l.first;
  m->count = B->npieces - l.first;
}

static void eager(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int peer, int s, int d) {
  upc_stride_step_t *step = upc_stride_plan_step_with(B, kind, peer);
  step->data.pieces.bytes = upc_stride_flow_bytes(B->flow, s, d);
  set_pieces(B, step, s, d);
}

void upc_stride_plan_eager_send(upc_stride_builder_t *B, int thread) {
  eager(B, UPC_STRIDE_EAGER_SEND, thread, B->me, thread);
}

void upc_stride_plan_eager_receive(upc_stride_builder_t *B, int thread) {
  eager(B, UPC_STRIDE_EAGER_RECV, thread, thread, B->me);
}

static void pack(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int s, int d, size_t position, size_t skip,
                 size_t bytes) {
  upc_stride_step_t *step;
  if (upc_stride_flow_runs(B->flow, s, d) == 0) return;
  step = upc_stride_plan_step(B, kind);
  step->data.pieces.position = position;
  step->data.pieces.skip = skip;
  step->data.pieces.bytes = bytes;
  set_pieces(B, step, s, d);
}

static void pack_any(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int s, int d, size_t position, size_t skip,
                     size_t bytes) {
  if (B->nodes == NULL) pack(B, kind, s, d, position, skip, bytes);
  else upc_stride_plan_pack_nodes(B, pack, kind, s, d, position, skip, bytes);
}

void upc_stride_plan_pack(upc_stride_builder_t *B, int s, int d, size_t position) {
  pack_any(B, UPC_STRIDE_PACK, s, d, position, 0, 0);
}

void upc_stride_plan_unpack(upc_stride_builder_t *B, int s, int d, size_t position) {
  pack_any(B, UPC_STRIDE_UNPACK, s, d, position, 0, 0);
}

void upc_stride_plan_pack_part(upc_stride_builder_t *B, int s, int d, size_t position, size_t skip, size_t bytes) {
  pack_any(B, UPC_STRIDE_PACK, s, d, position, skip, bytes);
}

void upc_stride_plan_unpack_part(upc_stride_builder_t *B, int s, int d, size_t position, size_t skip, size_t bytes) {
  pack_any(B, UPC_STRIDE_UNPACK, s, d, position, skip, bytes);
}

void upc_stride_plan_move(upc_stride_builder_t *B, int s, int d) {
  if (B->nodes != NULL || upc_stride_flow_runs(B->flow, s, d) == 0) return; /* nothing leaves the node here */
  set_pieces(B, upc_stride_plan_step(B, UPC_STRIDE_MOVE), s, d);
}

/* A copy whose pieces are listed from number `first` to the last one. */
static void move_listed(upc_stride_builder_t *B, int first, char *dst, char *src) {
  upc_stride_step_t *step = upc_stride_plan_step(B, UPC_STRIDE_MOVE);
  step->data.pieces.first = first;
  step->data.pieces.count = B->npieces - first;
  set_addresses(B, step, dst, src);
}

void upc_stride_plan_copy(upc_stride_builder_t *B, char *to, char *from, size_t bytes) {
  if (to == from) return;
  new_piece(B, 0, 0, bytes);
  move_listed(B, B->npieces - 1, to, from);
}

void upc_stride_plan_copy_out(upc_stride_builder_t *B, char *to, size_t position, size_t bytes) {
  new_piece(B, 0, position, bytes);
  move_listed(B, B->npieces - 1, to, NULL);
}

/* 1 if the bytes that a spread would write are bytes that the call reads. Not in place they stay as they are: others
 * may be reading them. */
static int is_source(const upc_stride_builder_t *B, int thread, const char *to) {
  const char *part = upc_stride_plan_near(B, &B->src, thread);
  upc_stride_own_t own;
  int more;
  if (B->flow->kind == UPC_STRIDE_TO_ALL) return upc_stride_has_part(&B->flow->src, thread) && part == to;
  for (more = upc_stride_own_first(&own, &B->flow->src.picks, (size_t)thread); more; more = upc_stride_own_next(&own))
    if (part + own.offset == to) return 1;
  return 0;
}

static void list_spread(void *context, const upc_stride_strided_t *runs) {
  listing_t *l = context;
  if (l->builder->in_place || !is_source(l->builder, l->thread, l->part + runs->to)) list_runs(context, runs);
}

void upc_stride_plan_spread(upc_stride_builder_t *B, int thread) {
  char *part = upc_stride_plan_near(B, &B->dst, thread);
  listing_t l = listing(B, 0, INT_MAX);
  if (part == NULL || B->nodes != NULL || B->spreads_later) return;
  l.thread = thread;
  l.part = part;
  upc_stride_flow_spread(B->flow, thread, list_spread, &l);
  if (B->npieces > l.first) move_listed(B, l.first, part, part);
}
