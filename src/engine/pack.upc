/* SPDX-License-Identifier: BSD-3-Clause
 * Packing, unpacking and moving: by the pieces that the plan lists, or by asking the flow again. */
#include "engine/call.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"

#include <string.h>

/* Bytes of a step to come that are prefetched: a quarter of a first-level cache of 32 KB, so that most of what the
 * cache holds stays there. */
enum { WARM = 8 << 10 };

#ifdef __GNUC__
static void prefetch(const char *from, size_t bytes) {
  size_t at;
  for (at = 0; at < bytes; at += UPC_STRIDE_LINE) __builtin_prefetch(from + at);
}
#else
static void prefetch(const char *from, size_t bytes) { (void)from, (void)bytes; }
#endif

#define EACH_RUN(copy, n) \
  for (i = 0; i < count; i++, to += to_stride, from += from_stride) copy(to, from, n)

/* Copies `count` runs of `bytes` bytes. Short runs, mostly single elements, have loops of their own, with a size that
 * the compiler knows. */
static void copy_runs(char *to, long long to_stride, const char *from, long long from_stride, size_t bytes,
                      size_t count) {
  size_t i;
  if (to == from && (count == 1 || to_stride == from_stride)) return; /* in place: this takes no time */
  if (!upc_stride_copies(to, from, bytes * count)) return;
  if (count == 1) {
    memcpy(to, from, bytes);
    return;
  }
  switch (bytes) {
    case 4: EACH_RUN(memcpy, 4); break;
    case 8: EACH_RUN(memcpy, 8); break;
    case 16: EACH_RUN(memcpy, 16); break;
    case 32: EACH_RUN(memmove, 32); break;
    case 64: EACH_RUN(memmove, 64); break;
    case 128: EACH_RUN(memmove, 128); break;
    default:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride)
        if (to != from) memcpy(to, from, bytes);
  }
}

/* Copies runs to where they belong, or combines them with what is there. */
static void place_runs(const upc_stride_scaling_t *scaling, char *to, long long to_stride, const char *from,
                       long long from_stride, size_t bytes, size_t count) {
  if (scaling == NULL) copy_runs(to, to_stride, from, from_stride, bytes, count);
  else upc_stride_scale_runs(scaling, to, to_stride, from, from_stride, bytes, count);
}

/* Packing or unpacking in progress. */
typedef struct packing {
  const upc_stride_scaling_t *scaling; /* done with what is unpacked; or null */
  char *packed, *data;              /* the contiguous side; the address that offsets are counted from */
  int out;                          /* 1: packing; 0: unpacking */
} packing_t;

static void pass_runs(void *context, const upc_stride_strided_t *r) {
  packing_t *m = context;
  long long bytes = (long long)r->bytes;
  if (m->out) copy_runs(m->packed, bytes, m->data + r->from, r->from_stride, r->bytes, r->count);
  else place_runs(m->scaling, m->data + r->to, r->to_stride, m->packed, bytes, r->bytes, r->count);
  m->packed += r->bytes * r->count;
}

/* The addresses of a step. */
static char *source(const upc_stride_call_t *call, const upc_stride_step_t *step) {
  return upc_stride_run_address(&call->run, step, UPC_STRIDE_FROM_PLACE, step->data.pieces.src, 0);
}
static char *destination(const upc_stride_call_t *call, const upc_stride_step_t *step) {
  return upc_stride_run_address(&call->run, step, UPC_STRIDE_TO_PLACE, step->data.pieces.dst, 0);
}

static void pass_step(const upc_stride_call_t *call, const upc_stride_step_t *step, char *packed, int out) {
  const upc_stride_plan_t *P = call->run.plan;
  const upc_stride_pieces_step_t *s = &step->data.pieces;
  packing_t m;
  m.scaling = P->scaling;
  m.packed = packed;
  m.out = out;
  if (s->count >= 0) m.data = out ? source(call, step) : destination(call, step);
  else m.data = out ? upc_stride_call_part(call, &P->src, s->s) : upc_stride_call_part(call, &P->dst, s->d);
  upc_stride_plan_each(P, step, pass_runs, &m);
}

void upc_stride_pack(char *to, const upc_stride_call_t *call, const upc_stride_step_t *step) {
  pass_step(call, step, to, 1);
}

void upc_stride_unpack(const char *from, const upc_stride_call_t *call, const upc_stride_step_t *step) {
  pass_step(call, step, (char *)from, 0);
}

/* A move of pieces that are not listed: the addresses of both sides, and where one is far, its place in shared memory.
 * */
typedef struct moving {
  const upc_stride_scaling_t *scaling;
  char *from, *to;
  shared [] char *far_from, *far_to;
  upc_stride_transfer_t *transfer;
} moving_t;

static void move_runs(void *context, const upc_stride_strided_t *r) {
  moving_t *m = context;
  place_runs(m->scaling, m->to + r->to, r->to_stride, m->from + r->from, r->from_stride, r->bytes, r->count);
}

/* The same if one side is far. */
static void transfer_runs(void *context, const upc_stride_strided_t *r) {
  moving_t *m = context;
  size_t i, to = r->to, from = r->from;
  for (i = 0; i < r->count; i++, to += (size_t)r->to_stride, from += (size_t)r->from_stride)
    if (m->from == NULL)
      upc_stride_transfer_get(m->transfer, m->to + to, (shared const void *)(m->far_from + from), r->bytes);
    else upc_stride_transfer_put(m->transfer, (shared void *)(m->far_to + to), m->from + from, r->bytes);
}

static void move_unlisted(upc_stride_call_t *call, const upc_stride_pieces_step_t *s) {
  const upc_stride_plan_t *P = call->run.plan;
  moving_t m;
  m.scaling = P->scaling;
  m.transfer = &call->transfer;
  m.from = upc_stride_call_part(call, &P->src, s->s);
  m.to = upc_stride_call_part(call, &P->dst, s->d);
  if (m.from == NULL) m.far_from = upc_stride_base_far(call->prepared, &P->src, s->s);
  if (m.to == NULL) m.far_to = upc_stride_base_far(call->prepared, &P->dst, s->d);
  upc_stride_flow_each(P->flow, s->s, s->d, m.from == NULL || m.to == NULL ? transfer_runs : move_runs, &m);
}

void upc_stride_move(upc_stride_call_t *call, const upc_stride_step_t *step) {
  const upc_stride_pieces_step_t *s = &step->data.pieces;
  char *src, *dst;
  int i;
  if (s->count < 0) {
    move_unlisted(call, s);
    return;
  }
  src = source(call, step);
  dst = destination(call, step);
  for (i = 0; i < s->count; i++) {
    const upc_stride_strided_t *p = &call->run.plan->pieces[s->first + i];
    place_runs(call->run.plan->scaling, dst + p->to, p->to_stride, src + p->from, p->from_stride, p->bytes, p->count);
  }
}

void upc_stride_warm(const upc_stride_plan_t *P, const upc_stride_step_t *step) {
  const upc_stride_pieces_step_t *s = &step->data.pieces;
  const upc_stride_strided_t *p;
  const char *src, *dst;
  if (step->kind != UPC_STRIDE_MOVE || s->count <= 0) return;
  src = upc_stride_plan_addressed(P, step, UPC_STRIDE_FROM_PLACE, s->src);
  dst = upc_stride_plan_addressed(P, step, UPC_STRIDE_TO_PLACE, s->dst);
  if (src == NULL || dst == NULL) return;
  p = &P->pieces[s->first];
  if (p->count > 1) return;
  prefetch(src + p->from, p->bytes < WARM ? p->bytes : WARM);
  prefetch(dst + p->to, p->bytes < WARM ? p->bytes : WARM);
}
