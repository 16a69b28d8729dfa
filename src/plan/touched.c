/* SPDX-License-Identifier: BSD-3-Clause
 * Which memory of the caller a call reads and writes: from its flow, or, where it is not known what goes where, whole
 * blocks. */
#include "plan/builder.h"
#include "plan/values.h"
#include "upc_stride_operation.h"

typedef struct touching {
  upc_stride_touched_visit_t *touch;
  void *context;
  char *to, *from;                    /* what the runs visited are counted from; null: not the caller's */
  int changes;                        /* 1: what stays where it is is written, too: it is scaled */
} touching_t;

static void add(const touching_t *T, char *start, size_t bytes, size_t count, long long stride, int written) {
  upc_stride_touched_t runs;
  runs.start = start, runs.bytes = bytes, runs.count = count, runs.stride = stride, runs.written = written;
  if (bytes > 0) T->touch(T->context, &runs);
}

/* Does a run come to where it is? */
static int some_stay(const touching_t *T, const upc_stride_strided_t *s) {
  const long long apart = (T->to + s->to) - (T->from + s->from), closer = s->from_stride - s->to_stride;
  if (apart == 0 || closer == 0) return apart == 0;
  return apart % closer == 0 && apart / closer > 0 && apart / closer < (long long)s->count;
}

/* Pieces that come to `to` or go from `from`. A run whose destination is its source counts as read, not as written: the
 * call may copy it to another block of the caller. Where it is scaled, it counts as written alone. */
static void visit(void *context, const upc_stride_strided_t *s) {
  const touching_t *T = context;
  const int both = T->to != NULL && T->from != NULL && some_stay(T, s);
  size_t i;
  if (T->from != NULL && !both) add(T, T->from + s->from, s->bytes, s->count, s->from_stride, 0);
  if (T->to != NULL && !both) add(T, T->to + s->to, s->bytes, s->count, s->to_stride, 1);
  for (i = 0; both && i < s->count; i++) {
    char *to = T->to + ((long long)s->to + s->to_stride * (long long)i);
    char *from = T->from + ((long long)s->from + s->from_stride * (long long)i);
    add(T, from, s->bytes, 1, 0, to == from && T->changes);
    if (to != from) add(T, to, s->bytes, 1, 0, 1);
  }
}

/* What positions at this end are counted from in the caller's memory; null where it has no part in it. */
static char *part_of(const upc_stride_builder_t *B, const upc_stride_base_t *base, const upc_stride_end_t *end) {
  return end->kind != UPC_STRIDE_AT_PLACE || end->thread == B->me ? upc_stride_plan_near(B, base, B->me) : NULL;
}

/* All pieces that come here and go from here. */
static void touch_flow(touching_t *T, const upc_stride_builder_t *B, const upc_stride_group_t *G) {
  char *here = part_of(B, &B->dst, &B->flow->dst), *from_here = part_of(B, &B->src, &B->flow->src);
  upc_stride_partners_t to = upc_stride_plan_partners(B, G, 0), from = upc_stride_plan_partners(B, G, 1);
  int r;
  for (r = 0; r < G->n; r++) {
    int thread = upc_stride_group_thread(G, r);
    T->to = here;
    T->from = thread == B->me ? from_here : NULL;
    if (here != NULL && upc_stride_may_be_partner(&from, thread))
      upc_stride_flow_each(B->flow, thread, B->me, visit, T);
    T->to = NULL;
    T->from = from_here;
    if (from_here != NULL && thread != B->me && upc_stride_may_be_partner(&to, thread))
      upc_stride_flow_each(B->flow, B->me, thread, visit, T);
  }
  upc_stride_plan_partners_end(&to);
  upc_stride_plan_partners_end(&from);
}

/* Where the caller has what goes to piece i of every block, or null. */
static const char *source_of(const upc_stride_builder_t *B, size_t i) {
  const upc_stride_end_t *end = &B->flow->src;
  const char *part = part_of(B, &B->src, end);
  size_t offset;
  if (part == NULL || end->kind == UPC_STRIDE_AT_PLACE) return part;
  return upc_stride_at_position(&end->picks, i, &offset) == (size_t)B->me ? part + offset : NULL;
}

/* The caller's blocks beside the first, which a flow leaves out where they all get the same. */
static void touch_spread(touching_t *T, const upc_stride_builder_t *B) {
  const upc_stride_flow_t *F = B->flow;
  size_t pieces = F->kind == UPC_STRIDE_PIECES_ALL ? F->src.picks.blocks : 1, i;
  upc_stride_own_t own;
  if (F->kind != UPC_STRIDE_TO_ALL && F->kind != UPC_STRIDE_PIECES_ALL) return;
  if (upc_stride_end_nominal(&F->dst)) return; /* the flow has them all */
  if (!upc_stride_own_first(&own, &F->dst.picks, B->me)) return;
  while (upc_stride_own_next(&own))
    for (i = 0; i < pieces; i++) {
      size_t at, bytes = upc_stride_flow_piece(F, i, &at);
      char *to = part_of(B, &B->dst, &F->dst) + own.offset + at;
      if (to != source_of(B, i)) add(T, to, bytes, 1, 0, 1);
    }
}

static void touch_blocks(touching_t *T, const upc_stride_builder_t *B, const upc_stride_base_t *base,
                         const upc_stride_end_t *end, size_t bytes, int written) {
  upc_stride_own_t own;
  int more;
  if (end->kind == UPC_STRIDE_AT_PLACE) {
    if (end->thread == B->me) add(T, upc_stride_plan_near(B, base, B->me), bytes, 1, 0, written);
    return;
  }
  for (more = upc_stride_own_first(&own, &end->picks, B->me); more; more = upc_stride_own_next(&own))
    add(T, upc_stride_own_part(B, base) + own.offset, bytes, 1, 0, written);
}

/* Whole blocks. How much of a place is touched is not known. */
static void touch_all_of(touching_t *T, const upc_stride_builder_t *B, const upc_stride_base_t *base,
                         const upc_stride_end_t *end, int written) {
  if (end->kind == UPC_STRIDE_AT_PLACE) return;
  touch_blocks(T, B, base, end, end->picks.layout->blockbytes, written);
}

int upc_stride_plan_knows_flow(const upc_stride_builder_t *B) {
  return B->values == NULL && !B->flow->later && !(B->flow->kind == UPC_STRIDE_BLOCKS && B->flow->perm == NULL);
}

void upc_stride_plan_touched(const upc_stride_builder_t *B, const upc_stride_group_t *G,
                             upc_stride_touched_visit_t *touch,
                             void *context) {
  const upc_stride_values_t *v = B->values;
  size_t bytes = v != NULL ? v->bytes : B->flow->len;
  touching_t T;
  T.touch = touch, T.context = context, T.to = T.from = NULL, T.changes = B->scaling != NULL;
  if (B->operation == UPC_STRIDE_OP_BARRIER) return;
  if (upc_stride_plan_knows_flow(B)) {
    touch_flow(&T, B, G);
    touch_spread(&T, B);
    return;
  }
  if (B->flow->later) { /* some bytes of whole blocks: the others stay as they are */
    touch_all_of(&T, B, &B->src, &B->flow->src, 0);
    touch_all_of(&T, B, &B->dst, &B->flow->dst, 0);
    touch_all_of(&T, B, &B->dst, &B->flow->dst, 1);
    return;
  }
  touch_blocks(&T, B, &B->src, &B->flow->src, bytes, 0);
  touch_blocks(&T, B, &B->dst, &B->flow->dst, B->flow->kind == UPC_STRIDE_PIECES_EXCHANGED ? B->flow->len : bytes, 1);
}
