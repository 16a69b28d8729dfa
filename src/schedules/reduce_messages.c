/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise, of reductions, where some members are far: reduce_slices.c by messages. Each member has a share of the
 * values: a slice of them, or for reduce_scatter the pieces of its own blocks of dst. It gets its share of every block,
 * combines them in the order of the section, and sends each result to the member that it belongs to.
 *
 *   reduce_all of 4 members:  0 sends the 2nd, 3rd and 4th quarter of its values to 1, 2 and 3, gets the first quarter
 *   of theirs, combines all four, and sends the result to 1, 2 and 3
 *
 * Wins for many values if their order matters, for prefixes of many values, and for reduce_scatter. Cost: 2 * (p - 1) *
 * latency + 2 * bytes / bandwidth, where each member has one block; reduce_scatter half of it. If the order is free, a
 * member combines its own blocks before it sends them. Else each of its blocks goes by itself.
 */
#include "schedules/reduce.h"

/* Sending is this many rounds ahead of receiving. They are fewer than the messages that a member expects at a time, so
 * that no circle of members waits for each other to receive. */
enum { AHEAD = 4 };

typedef struct exchange {
  upc_stride_builder_t *builder;
  const upc_stride_group_t *group;
  const upc_stride_values_t *v;
  int n, me;
  int each;                           /* 1: each block goes by itself                                     */
  upc_stride_memory_t own;            /* the caller's values, combined; unless each goes by itself         */
  upc_stride_memory_t *blocks;        /* by rank: what it sends of the caller's share, an operand after another */
  upc_stride_memory_t *operand;       /* each block's, by position                                        */
  upc_stride_memory_t sum;            /* the caller's share of the result                                 */
  upc_stride_memory_t result;         /* the whole result, at members that get it                         */
} exchange_t;

static int thread_of(const exchange_t *x, int rank) { return upc_stride_group_thread(x->group, rank); }

/* ---- shares: ranges of the bytes of a block of src ---- */

typedef struct range {
  size_t from, bytes;
  upc_stride_own_t own;               /* of reduce_scatter: the block of dst */
} range_t;

static int first_range(const exchange_t *x, int rank, range_t *r) {
  const upc_stride_flow_t *F = x->builder->flow;
  upc_stride_values_t slice = *x->v;
  if (F->kind == UPC_STRIDE_PIECES_EXCHANGED) {
    r->bytes = F->len;
    if (!upc_stride_own_first(&r->own, &F->dst.picks, (size_t)thread_of(x, rank))) return 0;
    r->from = r->own.position * F->len;
    return 1;
  }
  upc_stride_cut_slice(&slice, (size_t)x->n, (size_t)rank);
  r->from = slice.first * slice.size;
  r->bytes = slice.count * slice.size;
  return r->bytes > 0;
}

static int next_range(const exchange_t *x, range_t *r) {
  if (x->builder->flow->kind != UPC_STRIDE_PIECES_EXCHANGED || !upc_stride_own_next(&r->own)) return 0;
  r->from = r->own.position * r->bytes;
  return 1;
}

static size_t share_bytes(const exchange_t *x, int rank) {
  range_t r;
  size_t sum = 0;
  int more;
  for (more = first_range(x, rank, &r); more; more = next_range(x, &r)) sum += r.bytes;
  return sum;
}

static int in_one_range(const exchange_t *x, int rank) {
  range_t r;
  return first_range(x, rank, &r) && !next_range(x, &r);
}

/* ---- operands: the values of a member, or each of its blocks ---- */

static size_t operands_of(const exchange_t *x, int rank) {
  size_t n = upc_stride_blocks_of(&x->builder->flow->src, thread_of(x, rank));
  return x->each || n == 0 ? n : 1;
}

/* A member's share of the memory, packed to *to, which moves on. */
static void pack_share(const exchange_t *x, int rank, upc_stride_memory_t from, upc_stride_memory_t *to) {
  range_t r;
  int more;
  for (more = first_range(x, rank, &r); more; more = next_range(x, &r)) {
    upc_stride_plan_take(x->builder, upc_stride_memory_part(*to, 0, r.bytes),
                         upc_stride_memory_part(from, r.from, r.bytes));
    *to = upc_stride_memory_part(*to, r.bytes, to->bytes - r.bytes);
  }
}

/* A member's share of all the caller's operands: packed, unless there is one of them and it is one range. */
static upc_stride_memory_t share_of_own(const exchange_t *x, int rank) {
  const upc_stride_flow_t *F = x->builder->flow;
  size_t bytes = operands_of(x, x->me) * share_bytes(x, rank);
  upc_stride_memory_t packed, to;
  upc_stride_own_t own;
  range_t r;
  int more;
  if (bytes == 0) return upc_stride_in_buffer(0, 0);
  if (!x->each && in_one_range(x, rank)) {
    first_range(x, rank, &r);
    return upc_stride_memory_part(x->own, r.from, r.bytes);
  }
  to = packed = upc_stride_plan_space(x->builder, bytes);
  if (!x->each) pack_share(x, rank, x->own, &to);
  for (more = x->each && upc_stride_own_first(&own, &F->src.picks,
                                              x->builder->me); more; more = upc_stride_own_next(&own))
    pack_share(x, rank, upc_stride_own_memory_of(x->builder, &x->builder->src, &own, F->src.picks.layout->blockbytes),
               &to);
  return packed;
}

/* ---- rounds: in round r rank a serves rank a + r ---- */

typedef upc_stride_memory_t memory_t(const exchange_t *x, int rank); /* what goes to it, or comes from it */

static void expect(const exchange_t *x, int r, memory_t *in, unsigned number) {
  int from = (x->me - r + x->n) % x->n;
  upc_stride_memory_t memory;
  if (r >= x->n) return;
  memory = in(x, from);
  memory.number = number;
  upc_stride_plan_expect(x->builder, thread_of(x, from), memory);
}

static void rounds(exchange_t *x, memory_t *out, memory_t *in, unsigned number,
                   void (*after)(exchange_t *x, int rank)) {
  int r;
  for (r = 1; r <= AHEAD; r++) expect(x, r, in, number);
  for (r = 1; r < x->n + AHEAD; r++) {
    int to = (x->me + r) % x->n, from = (x->me - r + AHEAD + 2 * x->n) % x->n;
    upc_stride_memory_t memory;
    if (r < x->n) {
      memory = out(x, to);
      memory.number = number;
      upc_stride_plan_send(x->builder, thread_of(x, to), memory);
    }
    if (r <= AHEAD) continue;
    memory = in(x, from);
    memory.number = number;
    upc_stride_plan_receive(x->builder, thread_of(x, from), memory);
    expect(x, r, in, number);
    if (after != NULL && memory.bytes > 0) after(x, from);
  }
}

/* ---- combining ---- */

static upc_stride_memory_t operands_from(const exchange_t *x, int rank) { return x->blocks[rank]; }

/* In any order: as they come. What came from far becomes the sum; the caller's own values may only be read. */
static void add(exchange_t *x, int rank) {
  upc_stride_memory_t come = x->blocks[rank];
  if (x->sum.bytes > 0) upc_stride_plan_combine(x->builder, x->sum, come);
  x->sum = come;
}

/* Where the operand of each position has come to. */
static void sort_operands(exchange_t *x) {
  const upc_stride_flow_t *F = x->builder->flow;
  size_t bytes = share_bytes(x, x->me);
  int rank;
  x->operand = upc_stride_plan_alloc(x->builder, F->src.picks.blocks * sizeof *x->operand);
  for (rank = 0; rank < x->n; rank++) {
    upc_stride_own_t own;
    size_t at = 0;
    int more = upc_stride_own_first(&own, &F->src.picks, (size_t)thread_of(x, rank));
    for (; more; more = upc_stride_own_next(&own), at += bytes)
      x->operand[own.position] = upc_stride_memory_part(x->blocks[rank], at, bytes);
  }
}

/* In the order of the section. Each operand becomes the prefix up to its position; the last one is the sum. */
static void combine_in_order(exchange_t *x) {
  size_t i, k = x->builder->flow->src.picks.blocks;
  sort_operands(x);
  upc_stride_plan_combine_one(x->builder, x->operand[0]);
  for (i = 1; i < k; i++) upc_stride_plan_combine(x->builder, x->operand[i - 1], x->operand[i]);
  x->sum = x->operand[k - 1];
}

static void combine_shares(exchange_t *x) {
  int rank;
  size_t bytes = share_bytes(x, x->me);
  x->blocks = upc_stride_plan_alloc(x->builder, (size_t)x->n * sizeof *x->blocks);
  for (rank = 0; rank < x->n; rank++)
    if (rank != x->me) x->blocks[rank] = upc_stride_plan_space(x->builder, operands_of(x, rank) * bytes);
  x->blocks[x->me] = share_of_own(x, x->me);
  x->sum = x->blocks[x->me];
  rounds(x, share_of_own, operands_from, 0, x->each ? NULL : add);
  if (x->each && bytes > 0) combine_in_order(x);
}

/* ---- results ---- */

static upc_stride_memory_t result_of_share(const exchange_t *x, int rank) {
  range_t r;
  if (x->result.bytes == 0 || !first_range(x, rank, &r)) return upc_stride_in_buffer(0, 0);
  return upc_stride_memory_part(x->result, r.from, r.bytes);
}

static upc_stride_memory_t sum_for(const exchange_t *x, int rank) {
  if (!upc_stride_has_part(&x->builder->flow->dst, thread_of(x, rank))) return upc_stride_in_buffer(0, 0);
  return x->sum;
}

/* reduce and reduce_all: to everybody with blocks of dst, or the place. */
static void give_results(exchange_t *x) {
  int wanted = upc_stride_owns(x->builder, &x->builder->flow->dst);
  if (wanted) x->result = upc_stride_own_result(x->builder);
  upc_stride_plan_take(x->builder, result_of_share(x, x->me), x->sum);
  rounds(x, sum_for, result_of_share, 1, NULL);
  if (wanted) upc_stride_fill_others(x->builder, x->result);
}

/* reduce_scatter: the results are the caller's own. */
static void keep_results(const exchange_t *x) {
  upc_stride_memory_t from = x->sum;
  range_t r;
  int more;
  for (more = first_range(x, x->me, &r); more; more = next_range(x, &r)) {
    upc_stride_plan_take(x->builder, upc_stride_own_memory_of(x->builder, &x->builder->dst, &r.own, r.bytes), from);
    from = upc_stride_memory_part(from, r.bytes, from.bytes - r.bytes);
  }
}

/* The prefix that the block of dst at a position gets; none before the first block. */
static int prefix_at(const exchange_t *x, size_t position, upc_stride_memory_t *prefix) {
  if (x->builder->flow->prefix == UPC_STRIDE_EXCLUSIVE && position-- == 0) return 0;
  *prefix = x->operand[position];
  return 1;
}

/* The caller's share of the prefixes of a member's blocks of dst: packed. */
static upc_stride_memory_t prefixes_for(const exchange_t *x, int rank) {
  size_t bytes = share_bytes(x, x->me) * upc_stride_blocks_of(&x->builder->flow->dst, thread_of(x, rank));
  upc_stride_memory_t packed, to, prefix;
  upc_stride_own_t own;
  int more;
  if (bytes == 0) return upc_stride_in_buffer(0, 0);
  to = packed = upc_stride_plan_space(x->builder, bytes);
  more = upc_stride_own_first(&own, &x->builder->flow->dst.picks, (size_t)thread_of(x, rank));
  for (; more; more = upc_stride_own_next(&own)) {
    if (!prefix_at(x, own.position, &prefix)) continue;
    upc_stride_plan_take(x->builder, upc_stride_memory_part(to, 0, prefix.bytes), prefix);
    to = upc_stride_memory_part(to, prefix.bytes, to.bytes - prefix.bytes);
  }
  packed.bytes -= to.bytes;
  return packed;
}

static void unpack_prefixes(exchange_t *x, int rank) {
  upc_stride_memory_t from = x->blocks[rank];
  upc_stride_own_t own;
  range_t r;
  int more = first_range(x, rank, &r) && upc_stride_own_first(&own, &x->builder->flow->dst.picks, x->builder->me);
  for (; more; more = upc_stride_own_next(&own)) {
    upc_stride_memory_t block = upc_stride_own_memory_of(x->builder, &x->builder->dst, &own, x->v->bytes);
    if (x->builder->flow->prefix == UPC_STRIDE_EXCLUSIVE && own.position == 0) continue;
    upc_stride_plan_take(x->builder, upc_stride_memory_part(block, r.from, r.bytes), from);
    from = upc_stride_memory_part(from, r.bytes, from.bytes - r.bytes);
  }
}

static void give_prefixes(exchange_t *x) {
  size_t count = upc_stride_blocks_of(&x->builder->flow->dst, x->builder->me);
  upc_stride_own_t own;
  int rank, more = upc_stride_own_first(&own, &x->builder->flow->dst.picks, x->builder->me);
  for (; more && x->builder->flow->prefix == UPC_STRIDE_EXCLUSIVE; more = upc_stride_own_next(&own))
    count -= own.position == 0;
  for (rank = 0; rank < x->n; rank++)
    x->blocks[rank] = rank == x->me ? prefixes_for(x, rank)
                                        : upc_stride_plan_space(x->builder, count * share_bytes(x, rank));
  unpack_prefixes(x, x->me);
  rounds(x, prefixes_for, operands_from, 1, unpack_prefixes);
}

void upc_stride_reduce_messages(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  exchange_t x;
  x.builder = B;
  x.group = role->group;
  x.v = B->values;
  x.n = role->group->n;
  x.me = upc_stride_group_rank(role->group, B->me);
  x.each = x.v->ordered || B->flow->prefix;
  x.result = upc_stride_in_buffer(0, 0);
  upc_stride_enter(role);
  if (!x.each && upc_stride_owns(B, &B->flow->src)) x.own = upc_stride_own_values(B);
  combine_shares(&x);
  if (B->flow->kind == UPC_STRIDE_PIECES_EXCHANGED) keep_results(&x);
  else if (B->flow->prefix) give_prefixes(&x);
  else give_results(&x);
  upc_stride_leave(role);
}
