/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives on views of memory that the program has (arrays/view.h): a plan begins with an action that copies
 * what the call reads to the buffers, and ends with one that copies what it has written out of them. What lies in pages
 * of both is never copied. */
#include "operations.h"
#include "engine/call.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/port.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

typedef struct collecting {
  upc_stride_prepared_t *plan;
  int exact;                          /* 1: the call writes all that is called written */
} collecting_t;

static int same(const upc_stride_copied_t *a, const upc_stride_copied_t *b) {
  return a->array == b->array && a->buffer == b->buffer && a->bytes == b->bytes && a->count == b->count &&
         a->stride == b->stride && a->after == b->after;
}

static void add(collecting_t *C, const upc_stride_memory_view_t *V, size_t buffer, size_t memory, size_t bytes,
                size_t count, long long stride, int written) {
  upc_stride_prepared_t *P = C->plan;
  upc_stride_copied_t *c;
  P->copied = upc_stride_grown(P->copied, P->ncopied, &P->copied_capacity, sizeof *P->copied, "a call on views");
  c = &P->copied[P->ncopied];
  c->array = V->array;
  c->buffer = buffer, c->memory = memory, c->bytes = bytes, c->count = count, c->stride = stride;
  c->before = !written || !C->exact, c->after = written;
  if (P->ncopied == 0 || !same(c, c - 1)) P->ncopied++; /* a thread sends the same bytes to many */
}

/* The part of a run that lies in a window of the view. */
static void add_within(collecting_t *C, const upc_stride_memory_view_t *V, size_t at, size_t bytes, size_t from,
                       size_t to, int written) {
  size_t start = at > from ? at : from, end = at + bytes < to ? at + bytes : to;
  if (start < end) add(C, V, start, start, end - start, 1, 0, written);
}

/* One run, of which some may lie in pages of both memory and buffer, and some behind the program's memory. */
static void add_run(collecting_t *C, const upc_stride_memory_view_t *V, size_t at, size_t bytes, int written) {
  size_t real, there, some;
  if (V->matrix == NULL) {
    add_within(C, V, at, bytes, 0, V->from, written);
    add_within(C, V, at, bytes, V->to, V->bytes, written);
    return;
  }
  for (; bytes > 0; at += some, bytes -= some) { /* a row of a block lies in the matrix */
    some = upc_stride_places_run(&V->matrix->layout, MYTHREAD, at, bytes, &real, &there);
    if (there > 0) add(C, V, at, real, there, 1, 0, written);
  }
}

static void touch_view(collecting_t *C, const upc_stride_memory_view_t *V, const upc_stride_touched_t *t) {
  const char *part = upc_stride_my_part(V->array);
  size_t at = (size_t)(t->start - part), i;
  long long reach = t->stride * (long long)(t->count - 1);
  size_t low = reach < 0 ? at + (size_t)reach : at, high = (reach < 0 ? at : at + (size_t)reach) + t->bytes;
  if (V->matrix == NULL && low >= V->to && high <= V->bytes) {
    add(C, V, at, at, t->bytes, t->count, t->stride, t->written);
    return;
  }
  for (i = 0; i < t->count; i++) add_run(C, V, at + (size_t)((long long)i * t->stride), t->bytes, t->written);
}

/* Runs of a call lie in the part of one array. */
static void touch(void *context, const upc_stride_touched_t *t) {
  const upc_stride_memory_view_t *V;
  for (V = upc_stride_views; V != NULL; V = V->next) {
    const char *part = upc_stride_my_part(V->array);
    if (t->start >= part && t->start < part + upc_stride_layout_bytes(&V->array->layout)) touch_view(context, V, t);
  }
}

static int by_place(const void *x, const void *y) {
  const upc_stride_copied_t *a = x, *b = y;
  if (a->array != b->array) return a->array < b->array ? -1 : 1;
  if (a->after != b->after) return a->after - b->after;
  if (a->buffer != b->buffer) return a->buffer < b->buffer ? -1 : 1;
  return a->count < b->count ? -1 : a->count > b->count;
}

/* 1 if b begins in or right behind a, in memory too; then a has both. */
static int joined(upc_stride_copied_t *a, const upc_stride_copied_t *b) {
  size_t end = b->buffer + b->bytes;
  if (a->array != b->array || a->after != b->after || a->count != 1 || b->count != 1) return same(a, b);
  if (b->buffer > a->buffer + a->bytes || b->memory - b->buffer != a->memory - a->buffer) return 0;
  if (end > a->buffer + a->bytes) a->bytes = end - a->buffer;
  return 1;
}

static void join(upc_stride_prepared_t *P) {
  int i, n = 0;
  qsort(P->copied, (size_t)P->ncopied, sizeof *P->copied, by_place);
  for (i = 0; i < P->ncopied; i++)
    if (n == 0 || !joined(&P->copied[n - 1], &P->copied[i])) P->copied[n++] = P->copied[i];
  P->ncopied = n;
}

/* ---- the actions ---- */

static void copy(char *to, const char *from, const upc_stride_copied_t *c) {
  size_t i;
  if (!upc_stride_copies(to, from, c->bytes)) return;
  for (i = 0; i < c->count; i++, to += c->stride, from += c->stride) memcpy(to, from, c->bytes);
}

/* While a view is open its buffer has what is true, not the program's memory. Of a refused call nothing is written. */
enum { BEFORE, AFTER, REFUSED };
static void copy_all(const upc_stride_prepared_t *P, int when) {
  int i;
  for (i = 0; i < P->ncopied; i++) {
    const upc_stride_copied_t *c = &P->copied[i];
    upc_stride_memory_view_t *V = c->array->view;
    char *buffer = upc_stride_my_part(c->array) + c->buffer, *memory;
    if (c->after) V->written += when == BEFORE ? 1 : -1;
    if (V->open) continue;
    memory = (V->matrix != NULL ? upc_stride_own_memory(V->matrix) : V->memory) + c->memory;
    if (when == BEFORE && c->before) copy(buffer, memory, c);
    else if (when == AFTER && c->after) copy(memory, buffer, c);
  }
}

static int copy_in(upc_stride_run_t *run, const upc_stride_step_t *step) {
  copy_all(upc_stride_call_of(run)->prepared, BEFORE);
  return step != NULL;
}

static int copy_out(upc_stride_run_t *run, const upc_stride_step_t *step) {
  const upc_stride_call_t *call = upc_stride_call_of(run);
  copy_all(call->prepared, call->refused != NULL ? REFUSED : AFTER);
  return step != NULL;
}

void upc_stride_plan_view_copies(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  upc_stride_builder_t *B = P->builder;
  collecting_t C;
  C.plan = P;
  C.exact = B->scaling == NULL && B->flow->prefix != UPC_STRIDE_EXCLUSIVE &&
            (B->values != NULL || upc_stride_plan_knows_flow(B));
  upc_stride_plan_touched(B, G, touch, &C);
  if (P->ncopied == 0) return;
  join(P);
  upc_stride_plan_action(B, copy_in, 0, 0, 0);
  B->last = copy_out;
}
