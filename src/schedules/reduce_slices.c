/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise, of reductions: each member combines its own slice of the values of all blocks, in the order of the
 * section. It writes the results to every block of dst (or to the place).
 *
 *   4 members, 1000 values:  member 0 combines values 0..249 of every block, 1 combines 250..499, ..
 *
 * Wins for many values: each is read once and combined once, by p members at the same time. Cost: (k + results) *
 * bytes / p / bandwidth, and two barriers (none for NOSYNC). This is the algorithm for one node, where blocks are read
 * where they are. Between nodes slices travel in messages: reduce_messages.c.
 *
 * leader (flow_last_arriver.c): the slice of the last arriver is all values.
 */
#include "base/allocate.h"
#include "base/has_data.h"
#include "base/line.h"
#include "plan/plan.h"
#include "schedules/reduce.h"

#include <stdlib.h>

/* Bytes at a time, but at least one element. Two accumulators and a part of a block, 12 KB, fit the first-level data
 * cache of every processor: it has at least 16 KB. With this size the cost of starting a part does not count. */
enum { CHUNK = 4096 };

/* Combines the `bytes` at `at` of all blocks. The result goes to the same place of all blocks of dst. Of a prefix
 * reduction, each block's result goes to its own block of dst. Of reduce_scatter, the result goes to `to` alone. `sum`
 * and `next` are two accumulators. */
static void chunk(const upc_stride_values_t *v, size_t at, size_t bytes, int prefix, char *to, char *sum, char *next) {
  char *swap;
  size_t i;
  upc_stride_copy_bytes(sum, v->from[0] + at, bytes);
  upc_stride_combine_one(v, sum, bytes / v->size);
  if (prefix == UPC_STRIDE_INCLUSIVE) upc_stride_copy_bytes(v->to[0] + at, sum, bytes);
  for (i = 1; i < v->froms; i++) {
    const char *block = v->from[i] + at;
    if (prefix == UPC_STRIDE_EXCLUSIVE) { /* in place the result comes where the block's values are */
      if (v->to[i] == v->from[i]) block = upc_stride_copy_bytes(next, block, bytes);
      upc_stride_copy_bytes(v->to[i] + at, sum, bytes);
    }
    if (v->ordered) {
      if (block != next) upc_stride_copy_bytes(next, block, bytes);
      upc_stride_combine(v, sum, next, bytes / v->size);
      swap = sum, sum = next, next = swap;
    } else {
      upc_stride_combine(v, block, sum, bytes / v->size);
    }
    if (prefix == UPC_STRIDE_INCLUSIVE) upc_stride_copy_bytes(v->to[i] + at, sum, bytes);
  }
  if (to != NULL) upc_stride_copy_bytes(to, sum, bytes);
  for (i = 0; i < v->tos && !prefix; i++) upc_stride_copy_bytes(v->to[i] + at, sum, bytes);
}

/* The values first .. first+count-1 of every block. */
static void slice(const upc_stride_values_t *v, size_t first, size_t count, int prefix, char *to) {
  char space[2 * CHUNK + UPC_STRIDE_LINE], *more = NULL, *sums;
  size_t each = CHUNK / v->size * v->size, at = first * v->size, end = at + count * v->size;
  if (each == 0) {
    each = v->size;
    more = upc_stride_alloc(2 * upc_stride_whole_lines(each) + UPC_STRIDE_LINE, 1, "elements of a reduction");
  }
  sums = upc_stride_at_line(more != NULL ? more : space);
  while (at < end) {
    size_t bytes = end - at < each ? end - at : each;
    chunk(v, at, bytes, prefix, to, sums, sums + upc_stride_whole_lines(each));
    at += bytes;
    if (to != NULL) to += bytes;
  }
  free(more);
}

static int combine_slice(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_plan_t *P = run->plan;
  upc_stride_values_t v = *P->values;
  char *here = P->here;
  (void)s;
  if (v.to == NULL) v.to = &here;
  slice(&v, v.first, v.count, P->flow->prefix, NULL);
  return 1;
}

/* reduce_scatter: the pieces of a thread's blocks of dst. In place the results come where the first pieces are, which
 * the block at position 0 alone needs. So they wait in the buffer until this one is done, or one thread does it
 * first. */
enum { EACH, FIRST, BUT_FIRST, TO_BUFFER };

static int combine_pieces(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_plan_t *P = run->plan;
  const upc_stride_values_t *v = P->values;
  const int which = (int)s->data.action.bytes;
  int thread = (int)s->data.action.to, more;
  char *part = upc_stride_base_near(run->by->setting, run->me, &P->dst, thread);
  size_t n = P->flow->len / v->size, at = s->data.action.from;
  upc_stride_own_t own;
  for (more = upc_stride_own_first(&own, &P->flow->dst.picks, (size_t)thread); more; more = upc_stride_own_next(&own)) {
    if (which == FIRST ? own.position > 0 : which == BUT_FIRST && own.position == 0) continue;
    slice(v, own.position * n, n, 0, which == TO_BUFFER ? run->buffer + at : part + own.offset);
    at += P->flow->len;
  }
  return 1;
}

static int all_near(const upc_stride_builder_t *B, const upc_stride_group_t *G) {
  int r = 0;
  while (r < G->n && B->setting->near(B->me, upc_stride_group_thread(G, r))) r++;
  return r == G->n;
}

static void find_blocks(upc_stride_builder_t *B) {
  upc_stride_values_t *v = B->values;
  v->from = upc_stride_addresses(B, &B->src, &B->flow->src, &v->froms);
  if (B->flow->kind != UPC_STRIDE_PIECES_EXCHANGED)
    v->to = upc_stride_addresses(B, &B->dst, &B->flow->dst, &v->tos);
}

/* What the member with this rank, of `members`, combines. */
static void combine(upc_stride_builder_t *B, int members, int rank) {
  upc_stride_values_t *v = B->values;
  upc_stride_cut_slice(v, (size_t)members, (size_t)rank);
  if (v->count == 0) return;
  find_blocks(B);
  upc_stride_plan_action(B, combine_slice, 0, 0, 0);
}

static void combine_pieces_of(upc_stride_builder_t *B, int thread, int which) {
  if (upc_stride_has_part(&B->flow->dst, thread))
    upc_stride_plan_action(B, combine_pieces, (size_t)thread, 0, (size_t)which);
}

static void combine_own_pieces(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  size_t at;
  upc_stride_own_t own;
  int more;
  if (!B->in_place) {
    combine_pieces_of(B, B->me, EACH);
    return;
  }
  at = upc_stride_plan_buffer(B, upc_stride_blocks_of(&B->flow->dst, B->me) * B->flow->len);
  upc_stride_plan_action(B, combine_pieces, (size_t)B->me, at, TO_BUFFER);
  upc_stride_plan_barrier(B, G);
  more = upc_stride_own_first(&own, &B->flow->dst.picks, B->me);
  for (; more; more = upc_stride_own_next(&own), at += B->flow->len)
    upc_stride_plan_copy_out(B, upc_stride_own_part(B, &B->dst) + own.offset, at, B->flow->len);
}

void upc_stride_reduce_slices(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_group_t *G = role->group;
  if (!all_near(B, G)) {
    upc_stride_reduce_messages(role);
    return;
  }
  if (B->sync.in != UPC_STRIDE_NO) upc_stride_plan_barrier(B, G);
  if (B->flow->kind == UPC_STRIDE_PIECES_EXCHANGED) {
    find_blocks(B);
    combine_own_pieces(B, G);
  } else {
    combine(B, G->n, upc_stride_group_rank(G, B->me));
  }
  if (B->sync.out != UPC_STRIDE_NO) upc_stride_plan_barrier(B, G);
}

void upc_stride_reduce_last_arriver(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_group_t *G = role->group;
  int r;
  upc_stride_plan_last_arriver_begin(B, G);
  if (B->flow->kind == UPC_STRIDE_PIECES_EXCHANGED) {
    find_blocks(B);
    if (B->in_place) combine_pieces_of(B, upc_stride_owner_at(&B->flow->dst, 0), FIRST);
    for (r = 0; r < G->n; r++)
      combine_pieces_of(B, upc_stride_group_thread(G, r), B->in_place ? BUT_FIRST : EACH);
  } else {
    combine(B, 1, 0);
  }
  upc_stride_plan_last_arriver_end(B, G);
}
