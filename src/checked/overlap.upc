/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: what a call writes in the caller's own memory must be neither read nor written by another piece of it.
 * Every byte has one owner, so all threads together look at everything. */
#include "checked/checked.h"
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "plan/values.h"

#include <stdlib.h>

typedef struct range {
  const char *from, *to;
  int written;
} range_t;

typedef struct ranges {
  range_t *list;
  size_t n, capacity;
  const char *to, *from;              /* what the strips visited are counted from */
} ranges_t;

static void add(ranges_t *R, const char *from, size_t bytes, int written) {
  if (R->n == R->capacity) {
    R->capacity = 2 * R->capacity + 64;
    R->list = upc_stride_resize(R->list, R->capacity, sizeof *R->list, "a check of overlaps");
  }
  R->list[R->n].from = from;
  R->list[R->n].to = from + bytes;
  R->list[R->n++].written = written;
}

/* Pieces that come to `to` or go from `from`, each null where that end is not the caller's. */
static void visit(void *context, const upc_stride_strided_t *s) {
  ranges_t *R = context;
  size_t i;
  for (i = 0; i < s->count; i++) {
    const char *to = R->to == NULL ? NULL : R->to + ((long long)s->to + s->to_stride * (long long)i);
    const char *from = R->from == NULL ? NULL : R->from + ((long long)s->from + s->from_stride * (long long)i);
    if (to == from) continue; /* stays where it is */
    if (to != NULL) add(R, to, s->bytes, 1);
    if (from != NULL) add(R, from, s->bytes, 0);
  }
}

/* What positions at this end are counted from in the caller's memory; null where it has no part in it. */
static const char *part_of(const upc_stride_base_t *base, const upc_stride_end_t *end) {
  return end->kind != UPC_STRIDE_AT_PLACE || end->thread == MYTHREAD ? upc_stride_base_near(base, MYTHREAD) : NULL;
}

/* All pieces that come here and go from here. */
static void collect_flow(ranges_t *R, const upc_stride_plan_t *P, const upc_stride_group_t *G) {
  const char *here = part_of(&P->dst, &P->flow.dst), *from_here = part_of(&P->src, &P->flow.src);
  int r;
  for (r = 0; r < G->n; r++) {
    int thread = upc_stride_group_thread(G, r);
    R->to = here;
    R->from = thread == MYTHREAD ? from_here : NULL;
    if (here != NULL) upc_stride_flow_each(&P->flow, thread, MYTHREAD, visit, R);
    R->to = NULL;
    R->from = from_here;
    if (from_here != NULL && thread != MYTHREAD) upc_stride_flow_each(&P->flow, MYTHREAD, thread, visit, R);
  }
}

/* Where the caller has what goes to piece i of every block, or null. */
static const char *source_of(const upc_stride_plan_t *P, size_t i) {
  const upc_stride_end_t *end = &P->flow.src;
  const char *part = part_of(&P->src, end);
  size_t offset;
  if (part == NULL || end->kind == UPC_STRIDE_AT_PLACE) return part;
  return upc_stride_at_position(&end->picks, i, &offset) == (size_t)MYTHREAD ? part + offset : NULL;
}

/* The caller's blocks beside the first, which a flow leaves out where they all get the same. */
static void collect_spread(ranges_t *R, const upc_stride_plan_t *P) {
  const upc_stride_flow_t *F = &P->flow;
  size_t pieces = F->kind == UPC_STRIDE_PIECES_ALL ? F->src.picks.blocks : 1, i;
  upc_stride_own_t own;
  if (F->kind != UPC_STRIDE_TO_ALL && F->kind != UPC_STRIDE_PIECES_ALL) return;
  if (upc_stride_end_nominal(&F->dst)) return; /* the flow has them all */
  if (!upc_stride_own_first(&own, &F->dst.picks, MYTHREAD)) return;
  while (upc_stride_own_next(&own))
    for (i = 0; i < pieces; i++) {
      size_t at = F->counts == NULL ? i * F->len : F->displs[i], bytes = F->counts == NULL ? F->len : F->counts[i];
      const char *to = part_of(&P->dst, &F->dst) + own.offset + at;
      if (bytes > 0 && to != source_of(P, i)) add(R, to, bytes, 1);
    }
}

static void collect_blocks(ranges_t *R, const upc_stride_base_t *base, const upc_stride_end_t *end, size_t bytes,
                           int written) {
  upc_stride_own_t own;
  int more;
  if (end->kind == UPC_STRIDE_AT_PLACE) {
    if (end->thread == MYTHREAD) add(R, upc_stride_base_near(base, MYTHREAD), bytes, written);
    return;
  }
  for (more = upc_stride_own_first(&own, &end->picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    add(R, upc_stride_my_part(base->array) + own.offset, bytes, written);
}

static int by_start(const void *a, const void *b) {
  const range_t *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The element at an address of the caller's memory, found by its distance from the caller's part of dst or src. */
static const char *spell(upc_stride_spelling_t *spelling, const upc_stride_plan_t *P, const char *address) {
  const upc_stride_base_t *base = part_of(&P->dst, &P->flow.dst) != NULL ? &P->dst : &P->src;
  shared [] char *place = upc_stride_base_far(base, MYTHREAD);
  place += address - upc_stride_base_near(base, MYTHREAD);
  return upc_stride_spell_place(spelling, (shared const void *)place);
}

/* Sorted by their start, each must begin after all written before it, and a written one after all. */
static void look(ranges_t *R, const upc_stride_plan_t *P) {
  const char *written = NULL, *any = NULL;
  upc_stride_spelling_t spelling;
  size_t i;
  if (R->n > 1) qsort(R->list, R->n, sizeof *R->list, by_start);
  for (i = 0; i < R->n; i++) {
    const range_t *x = &R->list[i];
    if ((written != NULL && x->from < written) || (x->written && any != NULL && x->from < any))
      upc_stride_fail(&P->site, "dst", "overlaps src or itself at %s, must not", spell(&spelling, P, x->from));
    if (x->written && (written == NULL || x->to > written)) written = x->to;
    if (any == NULL || x->to > any) any = x->to;
  }
}

void upc_stride_check_overlap(const upc_stride_plan_t *P, const upc_stride_group_t *G) {
  ranges_t R = {NULL};
  const upc_stride_values_t *v = P->extra;
  if (v != NULL || (P->flow.kind == UPC_STRIDE_BLOCKS && P->flow.perm == NULL)) { /* it is not known what goes where */
    size_t bytes = v != NULL ? v->bytes : P->flow.len;
    collect_blocks(&R, &P->src, &P->flow.src, bytes, 0);
    collect_blocks(&R, &P->dst, &P->flow.dst, P->flow.kind == UPC_STRIDE_SLOTS ? P->flow.len : bytes, 1);
  } else {
    collect_flow(&R, P, G);
    collect_spread(&R, P);
  }
  look(&R, P);
  free(R.list);
}
