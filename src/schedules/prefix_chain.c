/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefix_reduce by a chain. The owner of a block gets the combination of all blocks before it from the owner of the
 * block before. It combines this with its block, and sends the result to the owner of the next block. The values go in
 * segments, so that all owners work at the same time.
 *
 *   4 blocks, a member each   0 -> 1 -> 2 -> 3      in step 0: segment 0 to 1; in step 1: segment 0 to 2, 1 to 1; ..
 *
 * Wins for many values. Cost: (k - 2 + bytes / segment) times one segment; each member sends, receives and combines its
 * values once. It serves any layout and any order. If successive blocks belong to one member, nothing is sent between
 * them. (Sanders, Speck, Traeff: Two-tree algorithms for full bandwidth broadcast, reduction and scan, 2009, give this
 * chain as the case of few members.)
 *
 * A member goes through its blocks of src and dst in the order of the section. If block i of dst belongs to
 * another member than block i of src, the owner of the latter sends the result. No member waits for data of a later
 * segment, or of a later block of the same segment, so no circle of members waits for each other.
 */
#include "base/allocate.h"
#include "schedules/reduce.h"

#include <stdlib.h>

/* A position at which the caller has a block of src, of dst, or both. */
typedef struct link {
  size_t position;
  int has_src, has_dst;
  int before, after, dst;             /* the owners of the blocks of src before and after; of the block of dst */
  upc_stride_memory_t src_block, dst_block;
  upc_stride_memory_t come;           /* what the blocks before give, where it comes to */
  upc_stride_memory_t sum;            /* the same with this block                       */
} link_t;

typedef struct chain {
  upc_stride_builder_t *builder;
  const upc_stride_values_t *v;
  size_t k;
  int exclusive, links, simple;       /* simple: one link, all that comes is from one member */
  link_t *link;
} chain_t;

/* ---- the caller's links ---- */

static int by_position(const void *a, const void *b) {
  const link_t *x = a, *y = b;
  return x->position < y->position ? -1 : x->position > y->position;
}

static int add_links(chain_t *x, const upc_stride_base_t *base, const upc_stride_end_t *end, int is_src, int n) {
  upc_stride_own_t own;
  int more = upc_stride_own_first(&own, &end->picks, x->builder->me);
  for (; more; more = upc_stride_own_next(&own), n++) {
    upc_stride_memory_t block = upc_stride_own_memory_of(x->builder, base, &own, x->v->bytes);
    if (x->link == NULL) continue;
    x->link[n].position = own.position;
    x->link[n].has_src = is_src;
    x->link[n].has_dst = !is_src;
    if (is_src) x->link[n].src_block = block;
    else x->link[n].dst_block = block;
  }
  return n;
}

/* Links of both ends at one position become one. */
static void join_links(chain_t *x, int n) {
  int i;
  x->links = 0;
  for (i = 0; i < n; i++) {
    link_t *last = x->links > 0 ? &x->link[x->links - 1] : NULL, *l = &x->link[i];
    if (last == NULL || last->position != l->position) {
      x->link[x->links++] = *l;
      continue;
    }
    if (l->has_src) last->src_block = l->src_block;
    else last->dst_block = l->dst_block;
    last->has_src = last->has_dst = 1;
  }
}

static upc_stride_memory_t buffer(const chain_t *x) { return upc_stride_plan_space(x->builder, x->v->bytes); }

/* Where what comes and the result are formed: in the block of dst if possible. In place that is the block of src, which
 * what comes must not overwrite. */
static void place(chain_t *x, link_t *l, const link_t *last) {
  const upc_stride_flow_t *F = x->builder->flow;
  const int in_place = x->builder->in_place;
  int from_before = l->position > 0 && l->has_src;
  l->before = l->position > 0 ? upc_stride_owner_at(&F->src, l->position - 1) : -1;
  l->after = l->position + 1 < x->k ? upc_stride_owner_at(&F->src, l->position + 1) : -1;
  l->dst = upc_stride_owner_at(&F->dst, l->position);
  if (!l->has_src) return;
  if (l->position == 0) l->sum = upc_stride_changes_one(x->v) ? buffer(x) : l->src_block;
  else if (!x->exclusive && l->has_dst) l->sum = l->dst_block;
  else if (!x->exclusive || l->after >= 0) l->sum = buffer(x);
  if (!from_before) return;
  if (l->before == x->builder->me) l->come = last->sum;
  else if (x->exclusive && l->has_dst && !in_place) l->come = l->dst_block;
  else if (!x->exclusive && !x->v->ordered && !in_place) l->come = l->sum;
  else l->come = buffer(x);
}

static void find_links(chain_t *x) {
  upc_stride_builder_t *B = x->builder;
  int n, i;
  x->link = NULL;
  n = add_links(x, &B->dst, &B->flow->dst, 0, add_links(x, &B->src, &B->flow->src, 1, 0));
  x->link = upc_stride_alloc((size_t)n, sizeof *x->link, "a chain");
  add_links(x, &B->dst, &B->flow->dst, 0, add_links(x, &B->src, &B->flow->src, 1, 0));
  qsort(x->link, (size_t)n, sizeof *x->link, by_position);
  join_links(x, n);
  for (i = 0; i < x->links; i++) place(x, &x->link[i], i > 0 ? &x->link[i - 1] : NULL);
  x->simple = x->links == 1 && x->link[0].has_src && x->link[0].has_dst && x->link[0].position > 0;
}

/* ---- segments ---- */

typedef struct segment {
  size_t from, bytes, number;
} segment_t;

enum { TO_NEXT, TO_DST };             /* a message to the owner of the next block, or of the block of dst */

static upc_stride_memory_t part_of(const chain_t *x, upc_stride_memory_t memory, const segment_t *s, size_t position,
                                   int kind) {
  memory = upc_stride_memory_part(memory, s->from, s->bytes);
  memory.number = (unsigned)((s->number * x->k + position) * 2 + (size_t)kind);
  return memory;
}

static upc_stride_memory_t part(const chain_t *x, upc_stride_memory_t memory, const segment_t *s) {
  return part_of(x, memory, s, 0, 0);
}

static segment_t segment(const chain_t *x, size_t each, size_t number) {
  segment_t s;
  s.from = number * each;
  s.bytes = x->v->bytes - s.from < each ? x->v->bytes - s.from : each;
  s.number = number;
  return s;
}

static void combine(const chain_t *x, const link_t *l, const segment_t *s) {
  upc_stride_memory_t come = part(x, l->come, s), sum = part(x, l->sum, s), block = part(x, l->src_block, s);
  if (l->come.address == l->sum.address && l->come.position == l->sum.position) {
    upc_stride_plan_combine(x->builder, block, sum);
  } else {
    upc_stride_plan_take(x->builder, sum, block);
    upc_stride_plan_combine(x->builder, come, sum);
  }
}

/* The block of dst gets its result, or it goes to its owner. */
static void deliver(const chain_t *x, const link_t *l, const segment_t *s, upc_stride_memory_t result) {
  upc_stride_memory_t from = part_of(x, result, s, l->position, TO_DST), to;
  if (l->dst != x->builder->me) {
    upc_stride_plan_send(x->builder, l->dst, from);
    return;
  }
  to = part(x, l->dst_block, s);
  if (to.address != from.address) upc_stride_plan_take(x->builder, to, from);
}

static void take_part(const chain_t *x, const link_t *l, const segment_t *s) {
  int first = l->position == 0;
  if (!l->has_src) {
    if (!first || !x->exclusive)
      upc_stride_plan_receive(x->builder, upc_stride_owner_at(&x->builder->flow->src, l->position),
                              part_of(x, l->dst_block, s, l->position, TO_DST));
    return;
  }
  if (!first && l->before != x->builder->me)
    upc_stride_plan_receive(x->builder, l->before, part_of(x, l->come, s, l->position, TO_NEXT));
  if (x->exclusive && !first && !x->builder->in_place) deliver(x, l, s, l->come);
  if (!first && l->sum.bytes > 0) combine(x, l, s);
  if (x->exclusive && !first && x->builder->in_place) deliver(x, l, s, l->come);
  if (first && upc_stride_changes_one(x->v)) {
    upc_stride_plan_take(x->builder, part(x, l->sum, s), part(x, l->src_block, s));
    upc_stride_plan_combine_one(x->builder, part(x, l->sum, s));
  }
  if (!x->exclusive && l->dst != x->builder->me) deliver(x, l, s, l->sum);
  if (l->after >= 0 && l->after != x->builder->me)
    upc_stride_plan_send(x->builder, l->after, part_of(x, l->sum, s, l->position + 1, TO_NEXT));
  if (!x->exclusive && l->dst == x->builder->me) deliver(x, l, s, l->sum);
}

static void expect(const chain_t *x, size_t each, size_t number) {
  const link_t *l = &x->link[0];
  segment_t s;
  if (!x->simple || number * each >= x->v->bytes) return;
  s = segment(x, each, number);
  upc_stride_plan_expect(x->builder, l->before, part_of(x, l->come, &s, l->position, TO_NEXT));
}

void upc_stride_prefix_chain(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  chain_t x;
  size_t each, i;
  int n;
  x.builder = B;
  x.v = B->values;
  x.k = B->flow->src.picks.blocks;
  x.exclusive = B->flow->prefix == UPC_STRIDE_EXCLUSIVE;
  each = role->choice->segment / x.v->size * x.v->size;
  if (role->choice->segment == 0) each = x.v->bytes;
  if (each == 0) each = x.v->size;
  upc_stride_enter(role);
  find_links(&x);
  upc_stride_plan_pass_on(B, each, role->choice->under_way);
  for (i = 0; i < UPC_STRIDE_EXPECTED; i++) expect(&x, each, i);
  for (i = 0; i * each < x.v->bytes; i++) {
    segment_t s = segment(&x, each, i);
    for (n = 0; n < x.links; n++) take_part(&x, &x.link[n], &s);
    expect(&x, each, i + UPC_STRIDE_EXPECTED);
  }
  free(x.link);
  upc_stride_leave(role);
}
