/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: what a call writes in the caller's own memory must be neither read nor written by another piece of it.
 * Every byte has one owner, so all threads together look at everything. */
#include "checked/checked.h"
#include "arrays/spelling.h"
#include "base/allocate.h"

#include <stdlib.h>

typedef struct range {
  const char *from, *to;
  int written;
} range_t;

typedef struct ranges {
  range_t *list;
  size_t n, capacity;
  int in_place;                       /* 1: what is read may be written */
} ranges_t;

static void add(void *context, const upc_stride_touched_t *runs) {
  ranges_t *R = context;
  size_t i;
  if (R->in_place && !runs->written) return;
  if (R->n + runs->count > R->capacity) {
    R->capacity = 2 * R->capacity + 64 + runs->count;
    R->list = upc_stride_resize(R->list, R->capacity, sizeof *R->list, "a check of overlaps");
  }
  for (i = 0; i < runs->count; i++) {
    range_t *x = &R->list[R->n++];
    x->from = runs->start + (long long)i * runs->stride;
    x->to = x->from + runs->bytes;
    x->written = runs->written;
  }
}

static int by_start(const void *a, const void *b) {
  const range_t *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The element at an address of the caller's memory, found by its distance from the caller's part of dst or src. */
static const char *spell(upc_stride_spelling_t *spelling, const upc_stride_prepared_t *P, const char *address) {
  const upc_stride_builder_t *B = P->builder;
  const int at_dst = B->flow->dst.kind != UPC_STRIDE_AT_PLACE || B->flow->dst.thread == MYTHREAD;
  const upc_stride_base_t *base = at_dst && upc_stride_plan_near(B, &B->dst, MYTHREAD) != NULL ? &B->dst : &B->src;
  shared [] char *place = upc_stride_base_far(P, base, MYTHREAD);
  place += address - upc_stride_plan_near(B, base, MYTHREAD);
  return upc_stride_spell_place(spelling, (shared const void *)place);
}

/* Sorted by their start, each must begin after all written before it, and a written one after all. */
static void look(ranges_t *R, const upc_stride_prepared_t *P) {
  const char *written = NULL, *any = NULL;
  upc_stride_spelling_t spelling;
  size_t i;
  if (R->n > 1) qsort(R->list, R->n, sizeof *R->list, by_start);
  for (i = 0; i < R->n; i++) {
    const range_t *x = &R->list[i];
    if ((written != NULL && x->from < written) || (x->written && any != NULL && x->from < any))
      upc_stride_fail_all(&P->site, "dst", "overlaps src or itself at %s, must not", spell(&spelling, P, x->from));
    if (x->written && (written == NULL || x->to > written)) written = x->to;
    if (any == NULL || x->to > any) any = x->to;
  }
}

void upc_stride_check_overlap(const upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  ranges_t R = {NULL};
  R.in_place = P->builder->in_place;
  if (P->builder->flow->later) return;
  upc_stride_plan_touched(P->builder, G, add, &R);
  look(&R, P);
  free(R.list);
}
