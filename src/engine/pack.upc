/* SPDX-License-Identifier: BSD-3-Clause
 * Moving parcels: by the addresses a plan has kept, or by asking the flow again. */
#include "engine/pack.h"
#include "base/near.h"

#include <string.h>

char *upc_stride_call_part(const upc_stride_call_t *run, const upc_stride_base_t *base, int thread) {
  return base->buffered ? run->buffer.here + base->at : upc_stride_base_near(base, thread);
}

enum { AHEAD = 512, WARM = 8 << 10 }; /* bytes asked for: of the next run; of what will be copied */

#ifdef __GNUC__
enum { LINE = 64 };
static void soon(const char *from, size_t bytes) {
  size_t at;
  for (at = 0; at < bytes; at += LINE) __builtin_prefetch(from + at);
}
#else
static void soon(const char *from, size_t bytes) { (void)from, (void)bytes; }
#endif

/* Runs of a few bytes are copied by what they are: most strips hold single elements. Of longer ones the head of the next
 * is asked for in time, since what the processor foresees ends with a page. */
static void copy_runs(char *to, long long to_stride, const char *from, long long from_stride, size_t bytes, size_t count) {
  size_t i;
  if (count == 1) {
    if (to != from) memcpy(to, from, bytes);
    return;
  }
  switch (bytes) {
    case 4:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memcpy(to, from, 4);
      break;
    case 8:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memcpy(to, from, 8);
      break;
    case 16:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memcpy(to, from, 16);
      break;
    case 32:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memmove(to, from, 32);
      break;
    case 64:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memmove(to, from, 64);
      break;
    case 128:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) memmove(to, from, 128);
      break;
    default:
      for (i = 0; i < count; i++, to += to_stride, from += from_stride) {
        if (i + 1 < count) soon(from + from_stride, bytes < AHEAD ? bytes : AHEAD);
        if (to != from) memcpy(to, from, bytes);
      }
  }
}

/* Between a message and memory: of the bytes that are passed, those behind the first `skip`, and no more than `left`. */
typedef struct packing {
  char *message, *data;             /* data: what strips are counted from */
  size_t skip, left;
  int out;                          /* 1: into the message */
} packing_t;

static void copy_next(packing_t *m, char *data, long long step, size_t bytes, size_t count) {
  if (m->out) copy_runs(m->message, (long long)bytes, data, step, bytes, count);
  else copy_runs(data, step, m->message, (long long)bytes, bytes, count);
  m->message += bytes * count;
  m->left -= bytes * count;
}

static void pass(packing_t *m, char *data, long long step, size_t bytes, size_t count) {
  if (m->skip >= bytes * count) {
    m->skip -= bytes * count;
    return;
  }
  if (m->skip > 0) {
    size_t runs = m->skip / bytes, within = m->skip % bytes, rest = bytes - within;
    data += step * (long long)runs;
    count -= runs;
    m->skip = 0;
    if (within > 0) {
      copy_next(m, data + within, 0, rest < m->left ? rest : m->left, 1);
      data += step;
      count--;
    }
  }
  if (bytes * count <= m->left) {
    copy_next(m, data, step, bytes, count);
    return;
  }
  count = m->left / bytes;
  copy_next(m, data, step, bytes, count);
  if (m->left > 0) copy_next(m, data + step * (long long)count, 0, m->left, 1);
}

static void pass_strip(void *context, const upc_stride_strided_t *s) {
  packing_t *m = context;
  if (m->out) pass(m, m->data + s->from, s->from_stride, s->bytes, s->count);
  else pass(m, m->data + s->to, s->to_stride, s->bytes, s->count);
}

void upc_stride_warm(const upc_stride_plan_t *P, const upc_stride_step_t *s) {
  const upc_stride_piece_t *p = P->piece + s->piece;
  if (s->kind != UPC_STRIDE_MOVE || s->pieces <= 0 || s->from_buffer || s->to_buffer || p->count > 1) return;
  soon(p->from, p->bytes < WARM ? p->bytes : WARM);
  soon(p->to, p->bytes < WARM ? p->bytes : WARM);
}

typedef struct moving {
  char *from, *to;                  /* the parts of source and destination by address */
  shared [] char *far_from, *far_to;
  upc_stride_transfer_t *transfer;
} moving_t;

static void move_strip(void *context, const upc_stride_strided_t *s) {
  moving_t *m = context;
  copy_runs(m->to + s->to, s->to_stride, m->from + s->from, s->from_stride, s->bytes, s->count);
}

static void get_strip(void *context, const upc_stride_strided_t *s) {
  moving_t *m = context;
  size_t i, to = s->to, from = s->from;
  for (i = 0; i < s->count; i++, to += (size_t)s->to_stride, from += (size_t)s->from_stride)
    upc_stride_transfer_get(m->transfer, m->to + to, (shared const void *)(m->far_from + from), s->bytes);
}

static void put_strip(void *context, const upc_stride_strided_t *s) {
  moving_t *m = context;
  size_t i, to = s->to, from = s->from;
  for (i = 0; i < s->count; i++, to += (size_t)s->to_stride, from += (size_t)s->from_stride)
    upc_stride_transfer_put(m->transfer, (shared void *)(m->far_to + to), m->from + from, s->bytes);
}

static packing_t packing(char *message, const upc_stride_step_t *s, int out) {
  packing_t m;
  m.message = message;
  m.data = NULL;
  m.skip = s->from;
  m.left = s->bytes > 0 ? s->bytes : (size_t)-1;
  m.out = out;
  return m;
}

void upc_stride_pack(char *to, const upc_stride_call_t *run, const upc_stride_step_t *s) {
  const upc_stride_plan_t *P = run->plan;
  const upc_stride_piece_t *p = P->piece + s->piece;
  packing_t m = packing(to, s, 1);
  int i;
  for (i = 0; i < s->pieces; i++, p++) pass(&m, p->from, p->from_stride, p->bytes, p->count);
  if (s->pieces >= 0) return;
  m.data = upc_stride_call_part(run, &P->src, s->s);
  upc_stride_flow_each(&P->flow, s->s, s->d, pass_strip, &m);
}

void upc_stride_unpack(const char *from, const upc_stride_call_t *run, const upc_stride_step_t *s) {
  const upc_stride_plan_t *P = run->plan;
  const upc_stride_piece_t *p = P->piece + s->piece;
  packing_t m = packing((char *)from, s, 0);
  size_t to = s->to_buffer ? (size_t)run->buffer.here : 0;
  int i;
  for (i = 0; i < s->pieces; i++, p++) pass(&m, (char *)(to + (size_t)p->to), p->to_stride, p->bytes, p->count);
  if (s->pieces >= 0) return;
  m.data = upc_stride_call_part(run, &P->dst, s->d);
  upc_stride_flow_each(&P->flow, s->s, s->d, pass_strip, &m);
}

void upc_stride_move(upc_stride_call_t *run, const upc_stride_step_t *s) {
  const upc_stride_plan_t *P = run->plan;
  const upc_stride_piece_t *p = P->piece + s->piece;
  size_t to_base = s->to_buffer ? (size_t)run->buffer.here : 0;
  size_t from_base = s->from_buffer ? (size_t)run->buffer.here : 0;
  moving_t m;
  int i;
  for (i = 0; i < s->pieces; i++, p++) {
    char *to = (char *)(to_base + (size_t)p->to), *from = (char *)(from_base + (size_t)p->from);
    copy_runs(to, p->to_stride, from, p->from_stride, p->bytes, p->count);
  }
  if (s->pieces >= 0) return;
  m.transfer = &run->transfer;
  m.from = upc_stride_call_part(run, &P->src, s->s);
  m.to = upc_stride_call_part(run, &P->dst, s->d);
  if (m.from == NULL) m.far_from = upc_stride_base_far(&P->src, s->s);
  if (m.to == NULL) m.far_to = upc_stride_base_far(&P->dst, s->d);
  upc_stride_flow_each(&P->flow, s->s, s->d, m.from == NULL ? get_strip : m.to == NULL ? put_strip : move_strip, &m);
}
