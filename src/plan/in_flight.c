/* SPDX-License-Identifier: BSD-3-Clause
 * A finished plan is read once, with what is under way at each of its steps: a stream from its start to
 * its wait, and bytes that another thread copies from their offer to its reply. No step may write them, nor touch those
 * that a stream brings. So a schedule that uses memory too early is found whenever it is used, and not when the timing
 * is bad. Memory that only an action knows, or another thread, is left out. */
#include "plan/plan.h"
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct range {
  int buffered;                       /* 1: `from` is a position in the call's buffer; 0: an address, or 0: unknown */
  size_t from, bytes;
  int written;
} range_t;

typedef struct under_way {
  range_t range;
  int step, peer, stream;             /* since which step; stream -1: offered to the peer */
} under_way_t;

typedef struct reading {
  const upc_stride_setting_t *setting;
  int me;
  const upc_stride_plan_t *plan;
  int step, wrong, since;             /* which step is read; the first one that is wrong, or -1, and the one before */
  under_way_t *list;
  int n, capacity;
  range_t to, from;                   /* of pieces: where their offsets are counted from */
} reading_t;

static void wrong(reading_t *R, const under_way_t *u) {
  if (R->wrong >= 0) return;
  R->wrong = R->step;
  R->since = u->step;
}

static void touch(reading_t *R, int written, range_t base, size_t offset, size_t bytes) {
  int i;
  for (i = 0; i < R->n && (base.buffered || base.from > 0) && bytes > 0; i++) {
    const range_t *u = &R->list[i].range;
    size_t from = base.from + offset;
    if (u->buffered == base.buffered && (written || u->written) && from < u->from + u->bytes && u->from < from + bytes)
      wrong(R, &R->list[i]);
  }
}

static range_t range(const char *address, size_t position, size_t bytes, int written) {
  range_t r;
  r.buffered = address == NULL;
  r.from = address != NULL ? (size_t)address : position;
  r.bytes = bytes;
  r.written = written;
  return r;
}

static range_t of_bytes(reading_t *R, const upc_stride_step_t *s, int written) {
  const upc_stride_bytes_step_t *b = &s->data.bytes;
  const char *address = upc_stride_plan_addressed(R->plan, s, UPC_STRIDE_FROM_PLACE, b->address);
  if (s->in_buffer) return range(NULL, (size_t)b->address, b->bytes, written);
  return range(address, 0, b->bytes, written);
}

static void start(reading_t *R, const upc_stride_step_t *s, int written, int stream) {
  under_way_t *u;
  range_t r = of_bytes(R, s, written);
  int i;
  touch(R, written, r, 0, r.bytes);
  for (i = 0; i < R->n && stream >= 0; i++)
    if (R->list[i].stream == stream) wrong(R, &R->list[i]);
  R->list = upc_stride_grown(R->list, R->n, &R->capacity, sizeof *R->list, "a check of what is in flight");
  u = &R->list[R->n++];
  u->range = r;
  u->step = R->step;
  u->peer = s->peer;
  u->stream = stream;
}

/* The oldest of them: replies come in the order of the offers. */
static void end(reading_t *R, int peer, int stream) {
  int i = 0;
  while (i < R->n && (R->list[i].stream != stream || (stream < 0 && R->list[i].peer != peer))) i++;
  if (i == R->n) return;
  for (R->n--; i < R->n; i++) R->list[i] = R->list[i + 1];
}

/* ---- pieces ---- */

/* What stays where it is is not written. */
static void run(reading_t *R, size_t to, size_t from, size_t bytes) {
  int stays = R->to.buffered == R->from.buffered && R->to.from + to == R->from.from + from;
  touch(R, 0, R->from, from, bytes);
  touch(R, !stays, R->to, to, bytes);
}

static void runs(void *context, const upc_stride_strided_t *s) {
  reading_t *R = context;
  size_t i, to = s->to, from = s->from;
  for (i = 0; i < s->count; i++, to += (size_t)s->to_stride, from += (size_t)s->from_stride)
    run(R, to, from, s->bytes);
}

static range_t of_pieces(reading_t *R, const upc_stride_step_t *s, int bit, const char *kept,
                         const upc_stride_base_t *base, int thread) {
  range_t unknown = {0};
  const char *address;
  if (s->data.pieces.count >= 0) return range(upc_stride_plan_addressed(R->plan, s, bit, kept), 0, 0, 0);
  if (base->buffered) return range(NULL, base->position, 0, 0);
  address = upc_stride_base_near(R->setting, R->me, base, thread);
  return address != NULL ? range(address, 0, 0, 0) : unknown;
}

static void pieces(reading_t *R, const upc_stride_step_t *s, int reads, int writes) {
  const upc_stride_plan_t *P = R->plan;
  const upc_stride_pieces_step_t *x = &s->data.pieces;
  range_t unknown = {0};
  R->from = reads ? of_pieces(R, s, UPC_STRIDE_FROM_PLACE, x->src, &P->src, x->s) : unknown;
  R->to = writes ? of_pieces(R, s, UPC_STRIDE_TO_PLACE, x->dst, &P->dst, x->d) : unknown;
  upc_stride_plan_each(P, s, runs, R);
}

/* The packed side of PACK and UNPACK. */
static void packed(reading_t *R, const upc_stride_step_t *s, int written) {
  const upc_stride_pieces_step_t *x = &s->data.pieces;
  touch(R, written, range(NULL, x->position, 0, 0), 0, upc_stride_plan_step_bytes(R->plan, s));
}

static void action(reading_t *R, const upc_stride_step_t *s) {
  const upc_stride_action_step_t *a = &s->data.action;
  const char *to = upc_stride_plan_addressed(R->plan, s, UPC_STRIDE_TO_PLACE, a->to_address);
  const char *from = upc_stride_plan_addressed(R->plan, s, UPC_STRIDE_FROM_PLACE, a->from_address);
  if (!(s->at_place & UPC_STRIDE_TWO_MEMORIES)) return;
  touch(R, 0, range(from, a->from, 0, 0), 0, a->bytes);
  touch(R, 1, range(to, a->to, 0, 0), 0, a->bytes);
}

static void step(reading_t *R, const upc_stride_step_t *s) {
  const upc_stride_copy_step_t *copy = &s->data.copy;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: pieces(R, s, 1, 0); break;
    case UPC_STRIDE_EAGER_RECV: pieces(R, s, 0, 1); break;
    case UPC_STRIDE_MOVE: pieces(R, s, 1, 1); break;
    case UPC_STRIDE_PACK: pieces(R, s, 1, 0); packed(R, s, 1); break;
    case UPC_STRIDE_UNPACK: packed(R, s, 0); pieces(R, s, 0, 1); break;
    case UPC_STRIDE_EAGER_SEND_BYTES: touch(R, 0, of_bytes(R, s, 0), 0, s->data.bytes.bytes); break;
    case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_GET:
      touch(R, 1, of_bytes(R, s, 1), 0, s->data.bytes.bytes);
      break;
    case UPC_STRIDE_COPY_IN_BUFFER:
      touch(R, 0, range(NULL, copy->from, 0, 0), 0, copy->bytes);
      touch(R, 1, range(NULL, copy->to, 0, 0), 0, copy->bytes);
      break;
    case UPC_STRIDE_RENDEZVOUS_OFFER: start(R, s, 0, -1); break;
    case UPC_STRIDE_STREAM_SEND: start(R, s, 0, s->stream); break;
    case UPC_STRIDE_STREAM_RECV: start(R, s, 1, s->stream); break;
    case UPC_STRIDE_STREAM_WAIT: end(R, s->peer, s->stream); break;
    case UPC_STRIDE_AWAIT: if (s->reply) end(R, s->peer, -1); break;
    case UPC_STRIDE_ACTION: action(R, s); break;
    case UPC_STRIDE_END: if (R->n > 0) wrong(R, &R->list[0]); break;
  }
}

const char *upc_stride_plan_uses_in_flight(const upc_stride_setting_t *setting, int me, const upc_stride_plan_t *P,
                                           char *text, size_t size) {
  reading_t R;
  const upc_stride_step_t *s;
  memset(&R, 0, sizeof R);
  R.setting = setting, R.me = me, R.plan = P, R.wrong = -1;
  for (s = P->steps; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s), R.step++) step(&R, s);
  step(&R, s);
  free(R.list);
  if (R.wrong < 0) return NULL;
  snprintf(text, size, "step %d uses what step %d has under way", R.wrong, R.since);
  return text;
}
