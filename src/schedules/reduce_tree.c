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

/* The caller's part. Segments of the first child are received into the memory of the result, and are combined there
 * with the caller's own values. Those of other children are received into the buffer, up to `ahead` segments early. */
typedef struct ascent {
  upc_stride_builder_t *builder;
  const upc_stride_tree_position_t *tree;
  size_t segment, segments;
  int owns, ahead;
  upc_stride_memory_t own, sum, in;
} ascent_t;

static upc_stride_memory_t part(const ascent_t *x, upc_stride_memory_t memory, size_t i) {
  size_t from = i * x->segment, left = memory.bytes - from;
  memory = upc_stride_memory_part(memory, from, left < x->segment ? left : x->segment);
  memory.number = (unsigned)i;
  return memory;
}

static upc_stride_memory_t arrival(const ascent_t *x, int child, size_t i) {
  upc_stride_memory_t memory = part(x, x->sum, i);
  if (child == 0) return memory;
  memory.address = NULL;
  memory.position = x->in.position + ((size_t)((child - 1) * x->ahead) + i % (size_t)x->ahead) * x->segment;
  return memory;
}

static void expect(const ascent_t *x, int child, size_t i) {
  if (i < x->segments) upc_stride_plan_expect(x->builder, x->tree->child[child].thread, arrival(x, child, i));
}

static void from_child(const ascent_t *x, int child, size_t i) {
  upc_stride_memory_t come = arrival(x, child, i);
  upc_stride_plan_receive(x->builder, x->tree->child[child].thread, come);
  if (child > 0) upc_stride_plan_combine(x->builder, come, part(x, x->sum, i));
  else if (x->owns) upc_stride_plan_combine(x->builder, part(x, x->own, i), come);
  expect(x, child, i + (size_t)x->ahead);
}

/* At the root, and where values are only passed on, there is memory for the result. A leaf sends its own values. */
static void find_memory(ascent_t *x) {
  const upc_stride_values_t *v = x->builder->values;
  int leaf = x->tree->children == 0, root = x->tree->parent.thread < 0;
  size_t others = leaf ? 0 : (size_t)(x->tree->children - 1) * (size_t)x->ahead * x->segment;
  if (x->owns) x->own = upc_stride_own_values(x->builder);
  if (root) x->sum = upc_stride_own_result(x->builder);
  else if (!leaf) x->sum = upc_stride_plan_space(x->builder, v->bytes);
  else x->sum = x->own;
  x->in = upc_stride_plan_space(x->builder, others);
  if (root && leaf) upc_stride_plan_take(x->builder, x->sum, x->own);
}

/* Bytes of a segment: whole values, and at least one; 0 asks for all. */
static size_t whole_values(const upc_stride_values_t *v, size_t segment) {
  size_t bytes = segment < v->size ? v->size : segment / v->size * v->size;
  return segment == 0 || bytes > v->bytes ? v->bytes : bytes;
}

upc_stride_memory_t upc_stride_reduce_up(const upc_stride_role_t *role) {
  const upc_stride_values_t *v = role->builder->values;
  const upc_stride_tree_position_t *w = role->up;
  ascent_t x;
  size_t i;
  int child;
  x.builder = role->builder;
  x.tree = w;
  x.owns = upc_stride_owns(role->builder, &x.builder->flow->src);
  x.segment = whole_values(v, role->choice->segment);
  x.segments = (v->bytes + x.segment - 1) / x.segment;
  x.ahead = w->children > 0 && w->children < UPC_STRIDE_EXPECTED ? UPC_STRIDE_EXPECTED / w->children : 1;
  find_memory(&x);
  upc_stride_plan_pass_on(x.builder, x.segment, role->choice->under_way);
  for (i = 0; i < (size_t)x.ahead; i++)
    for (child = 0; child < w->children; child++) expect(&x, child, i);
  for (i = 0; i < x.segments; i++) {
    for (child = 0; child < w->children; child++) from_child(&x, child, i);
    if (w->parent.thread >= 0) upc_stride_plan_send(x.builder, w->parent.thread, part(&x, x.sum, i));
  }
  return x.sum;
}

void upc_stride_reduce_tree(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  if (B->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    upc_stride_signal_up(B, role->up);
    upc_stride_signal_down(B, role->up);
  }
  upc_stride_reduce_up(role);
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(B, role->up);
}
