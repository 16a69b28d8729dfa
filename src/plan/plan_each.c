/* SPDX-License-Identifier: BSD-3-Clause
 * The runs that a step means: of those that the plan lists, or else of those that the flow has between two threads. */
#include "plan/plan.h"

/* What is left of a step: without the first `skip` bytes, and no more than `left` of the rest. */
typedef struct part {
  size_t skip, left;
  upc_stride_visit_t *visit;
  void *context;
} part_t;

/* Of the run with this number `bytes` bytes, `within` bytes behind its start; or of `count` runs from there on. */
static void give(part_t *part, const upc_stride_strided_t *runs, size_t number, size_t within, size_t bytes,
                 size_t count) {
  upc_stride_strided_t some = *runs;
  if (bytes == 0 || count == 0) return;
  some.from += number * (size_t)runs->from_stride + within;
  some.to += number * (size_t)runs->to_stride + within;
  some.bytes = bytes;
  some.count = count;
  part->left -= bytes * count;
  part->visit(part->context, &some);
}

static void visit_part(void *context, const upc_stride_strided_t *runs) {
  part_t *part = context;
  const size_t bytes = runs->bytes, all = bytes * runs->count;
  size_t number, within, count;
  if (part->skip == 0 && all <= part->left) {
    part->left -= all;
    part->visit(part->context, runs);
    return;
  }
  if (part->skip >= all) {
    part->skip -= all;
    return;
  }
  number = part->skip / bytes, within = part->skip % bytes;
  part->skip = 0;
  if (within > 0) {
    give(part, runs, number, within, bytes - within < part->left ? bytes - within : part->left, 1);
    number++;
  }
  count = part->left / bytes;
  if (count > runs->count - number) count = runs->count - number;
  give(part, runs, number, 0, bytes, count);
  if (number + count < runs->count) give(part, runs, number + count, 0, part->left, 1);
}

/* An eager message is always whole. */
static int is_whole(const upc_stride_step_t *step) {
  return step->kind == UPC_STRIDE_EAGER_SEND || step->kind == UPC_STRIDE_EAGER_RECV ||
         (step->data.pieces.skip == 0 && step->data.pieces.bytes == 0);
}

void upc_stride_plan_each(const upc_stride_plan_t *P, const upc_stride_step_t *step, upc_stride_visit_t *visit,
                          void *context) {
  const upc_stride_pieces_step_t *s = &step->data.pieces;
  part_t part;
  int i;
  if (!is_whole(step)) {
    part.skip = s->skip;
    part.left = s->bytes > 0 ? s->bytes : (size_t)-1;
    part.visit = visit;
    part.context = context;
    visit = visit_part;
    context = &part;
  }
  if (s->count < 0) upc_stride_flow_each(P->flow, s->s, s->d, visit, context);
  for (i = 0; i < s->count; i++) visit(context, &P->pieces[s->first + i]);
}

size_t upc_stride_plan_step_bytes(const upc_stride_plan_t *P, const upc_stride_step_t *step) {
  const upc_stride_pieces_step_t *s = &step->data.pieces;
  size_t bytes = 0;
  int i;
  if (s->bytes > 0) return s->bytes;
  if (s->count < 0) return upc_stride_flow_bytes(P->flow, s->s, s->d) - s->skip;
  for (i = s->first; i < s->first + s->count; i++) bytes += P->pieces[i].bytes * P->pieces[i].count;
  return bytes - s->skip;
}
