/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce up a tree of any shape (trees/). Each member combines its own blocks, then what its children send, child by
 * child, and sends the result to its parent. Long results travel in segments, so that all levels work at the same time.
 * For operations whose order does not matter: the order is the tree's, the same in every run.
 *
 * Signals and data on an edge, in this order:
 *   up, down  "entered", with everybody                             IN_ALLSYNC
 *   up        each segment
 *   down      "all done"                                            OUT_ALLSYNC
 *
 * Wins for few values and many members. Cost for a binomial tree: log2(p) * (latency + bytes / bandwidth + combining
 * them); a chain in segments costs (p - 2 + bytes / segment) times one segment (Thakur, Rabenseifner, Gropp, 2005).
 */
#include "schedules/reduce.h"

#include <string.h>

/* Combines the same bytes of all blocks of the caller, into the buffer. */
static int combine_own(upc_stride_call_t *call, const upc_stride_step_t *step) {
  const upc_stride_action_step_t *s = &step->data.action;
  const upc_stride_plan_t *P = call->plan;
  const upc_stride_values_t *v = P->extra;
  const char *part = upc_stride_my_part(P->src.array) + s->from;
  char *sum = call->buffer.here + s->to;
  upc_stride_own_t own;
  upc_stride_own_first(&own, &P->flow.src.picks, MYTHREAD);
  memcpy(sum, part + own.offset, s->bytes);
  while (upc_stride_own_next(&own)) upc_stride_combine(v, part + own.offset, sum, s->bytes / v->size);
  return 1;
}

/* Combines what a child sent with the caller's values, both in the buffer. */
static int combine_child(upc_stride_call_t *call, const upc_stride_step_t *step) {
  const upc_stride_action_step_t *s = &step->data.action;
  const upc_stride_values_t *v = call->plan->extra;
  upc_stride_combine(v, call->buffer.here + s->from, call->buffer.here + s->to, s->bytes / v->size);
  return 1;
}

/* From a child, combined into that part of the sum; where there are no values yet, they become the first. */
static void from_child(upc_stride_plan_t *P, int thread, upc_stride_memory_t sum, size_t in, int first) {
  upc_stride_memory_t to = sum;
  if (!first) to.position = in;
  upc_stride_plan_receive(P, thread, to);
  if (!first) upc_stride_plan_action(P, combine_child, sum.position, in, sum.bytes);
}

/* Bytes of a segment: whole values, and at least one; 0 asks for all. */
static size_t whole_values(const upc_stride_values_t *v, size_t segment) {
  size_t bytes = segment < v->size ? v->size : segment / v->size * v->size;
  return segment == 0 || bytes > v->bytes ? v->bytes : bytes;
}

size_t upc_stride_reduce_up(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_tree_position_t *w = task->up;
  const upc_stride_values_t *v = P->extra;
  size_t segment = whole_values(v, task->choice->segment), sum = upc_stride_plan_buffer(P, v->bytes), from;
  size_t in = upc_stride_plan_buffer(P, segment);
  int i, owns = upc_stride_owns(&P->flow.src);
  for (from = 0; from < v->bytes; from += segment) {
    upc_stride_memory_t part = upc_stride_in_buffer(sum + from, v->bytes - from < segment ? v->bytes - from : segment);
    part.number = (unsigned)(from / segment);
    if (owns) upc_stride_plan_action(P, combine_own, part.position, from, part.bytes);
    for (i = 0; i < w->children; i++) from_child(P, w->child[i].thread, part, in, !owns && i == 0);
    if (w->parent.thread >= 0) upc_stride_plan_send(P, w->parent.thread, part);
  }
  return sum;
}

void upc_stride_reduce_tree(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  size_t result;
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    upc_stride_signal_up(P, task->up);
    upc_stride_signal_down(P, task->up);
  }
  result = upc_stride_reduce_up(task);
  if (MYTHREAD == task->up->root) upc_stride_deliver(P, result);
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(P, task->up);
}
