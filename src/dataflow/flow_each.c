/* SPDX-License-Identifier: BSD-3-Clause
 * Flows of every kind: counting their pieces, and the blocks of a thread that get the same bytes. */
#include "dataflow/flow.h"
#include "layout/places.h"

static void each(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  switch (F->kind) {
    case UPC_STRIDE_PIECES_EXCHANGED: upc_stride_flow_exchange(F, s, d, visit, context); break;
    case UPC_STRIDE_BLOCKS: upc_stride_flow_permute(F, s, d, visit, context); break;
    case UPC_STRIDE_HALOS: upc_stride_flow_halo(F, s, d, visit, context); break;
    case UPC_STRIDE_LISTS: upc_stride_flow_lists(F, s, d, visit, context); break;
    case UPC_STRIDE_ELEMENTS: upc_stride_flow_copy(F, s, d, visit, context); break;
    default: upc_stride_flow_rooted(F, s, d, visit, context);
  }
}

/* ---- ends with nominal offsets (layout/places.h) ---- */

typedef struct realised {
  const upc_stride_layout_t *from, *to; /* of the ends whose offsets are nominal, or null */
  int s, d;
  upc_stride_visit_t *visit;
  void *context;
} realised_t;

/* One run, with offsets that are nominal where q says so, as the runs that there are. */
static void realise_run(const realised_t *q, size_t from, size_t to, size_t bytes) {
  while (bytes > 0) {
    upc_stride_strided_t run = {from, to, bytes, 1, 0, 0};
    size_t some = bytes, there = bytes, more;
    if (q->from != NULL) some = upc_stride_places_run(q->from, q->s, from, some, &run.from, &there);
    if (q->to != NULL) {
      some = upc_stride_places_run(q->to, q->d, to, some, &run.to, &more);
      there = more < there ? more : there;
    }
    run.bytes = there < some ? there : some;
    if (run.bytes > 0) q->visit(q->context, &run);
    from += some, to += some, bytes -= some;
  }
}

static void realise(void *context, const upc_stride_strided_t *runs) {
  size_t i, from = runs->from, to = runs->to;
  for (i = 0; i < runs->count; i++, from += (size_t)runs->from_stride, to += (size_t)runs->to_stride)
    realise_run(context, from, to, runs->bytes);
}

void upc_stride_flow_each(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  realised_t q;
  if (!upc_stride_flow_nominal(F)) {
    each(F, s, d, visit, context);
    return;
  }
  q.from = upc_stride_end_nominal(&F->src) ? F->src.picks.layout : NULL;
  q.to = upc_stride_end_nominal(&F->dst) ? F->dst.picks.layout : NULL;
  q.s = s, q.d = d, q.visit = visit, q.context = context;
  each(F, s, d, realise, &q);
}

/* ---- counts ---- */

typedef struct counts { size_t bytes, runs; } counts_t;

static void add(void *context, const upc_stride_strided_t *runs) {
  counts_t *sum = context;
  sum->bytes += runs->bytes * runs->count;
  sum->runs += runs->count;
}

/* Pieces of one size are counted by the blocks on both sides, and a copy's elements by the blocks: there may be a great
 * many. */
static counts_t count(const upc_stride_flow_t *F, int s, int d) {
  counts_t sum = {0, 0};
  int nominal = upc_stride_flow_nominal(F);
  if (F->kind == UPC_STRIDE_ELEMENTS && !nominal) {
    upc_stride_flow_copy_count(F, s, d, &sum.bytes, &sum.runs);
  } else if (F->kind == UPC_STRIDE_PIECES_EXCHANGED && F->counts == NULL && !nominal) {
    sum.runs = upc_stride_blocks_of(&F->dst, d);
    if (sum.runs > 0) sum.runs *= upc_stride_blocks_of(&F->src, s);
    sum.bytes = sum.runs * F->len;
  } else {
    upc_stride_flow_each(F, s, d, add, &sum);
  }
  return sum;
}

size_t upc_stride_flow_bytes(const upc_stride_flow_t *F, int s, int d) {
  const counts_t sum = count(F, s, d);
  return sum.bytes;
}

size_t upc_stride_flow_runs(const upc_stride_flow_t *F, int s, int d) {
  const counts_t sum = count(F, s, d);
  return sum.runs;
}

/* ---- in one piece? ---- */

typedef struct extent {
  size_t at, next;                    /* where it starts, and goes on */
  int to, runs, broken;
} extent_t;

static void extend(void *context, const upc_stride_strided_t *runs) {
  extent_t *e = context;
  size_t at = e->to ? runs->to : runs->from;
  long long step = e->to ? runs->to_stride : runs->from_stride;
  e->broken |= (runs->count > 1 && step != (long long)runs->bytes) || (e->runs > 0 && at != e->next);
  if (e->runs++ == 0) e->at = at;
  e->next = at + runs->bytes * runs->count;
}

int upc_stride_flow_in_one(const upc_stride_flow_t *F, int s, int d, int to, size_t *at) {
  extent_t e = {0, 0, 0, 0, 0};
  if (upc_stride_flow_runs(F, s, d) > UPC_STRIDE_LOOK_RUNS) return 0;
  e.to = to;
  upc_stride_flow_each(F, s, d, extend, &e);
  *at = e.at;
  return !e.broken;
}

/* What the first block got goes to the block at `offset`. */
static void spread_to(const upc_stride_flow_t *F, size_t first, size_t offset, upc_stride_visit_t *visit,
                      void *context) {
  upc_stride_strided_t runs = {first, offset, F->len, 1, 0, 0};
  size_t i, pieces = F->kind == UPC_STRIDE_PIECES_ALL ? F->src.picks.blocks : 1;
  if (F->counts == NULL && !F->piecewise) {
    runs.bytes *= pieces;
    visit(context, &runs);
    return;
  }
  for (i = 0; i < pieces; i++) {
    size_t at;
    runs.bytes = upc_stride_flow_piece(F, i, &at);
    runs.from = first + at;
    runs.to = offset + at;
    if (runs.bytes > 0) visit(context, &runs);
  }
}

void upc_stride_flow_spread(const upc_stride_flow_t *F, int d, upc_stride_visit_t *visit, void *context) {
  upc_stride_own_t own;
  size_t first;
  if (F->kind != UPC_STRIDE_TO_ALL && F->kind != UPC_STRIDE_PIECES_ALL) return;
  if (upc_stride_end_nominal(&F->dst)) return;
  if (F->dst.kind != UPC_STRIDE_AT_SECTION || !upc_stride_own_first(&own, &F->dst.picks, (size_t)d)) return;
  first = own.offset;
  while (upc_stride_own_next(&own)) spread_to(F, first, own.offset, visit, context);
}
