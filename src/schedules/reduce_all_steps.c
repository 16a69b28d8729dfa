/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the algorithms of reduce_all between nodes share: who contributes, one round of an algorithm, and how a number
 * of contributors that is no power of two becomes one.
 *
 *   fold of 5 contributors: 0 gives its values to 1;  1 2 3 4 go on as ranks 0 1 2 3;  1 gives the result to 0
 */
#include "schedules/reduce.h"

/* Sending is this many parts ahead of receiving. They are fewer than the parts that a member expects at a time, so that
 * no circle of members waits for each other to receive. Streams of a round have numbers of their own. */
enum { AHEAD = 4, NUMBERS = 1 << 16, LAST_ROUND = 1 << 14 };

/* ---- a round ---- */

typedef struct cut {
  size_t part;
  unsigned parts, number;             /* of the memory; of the first part */
} cut_t;

static cut_t cut(const upc_stride_contributors_t *C, upc_stride_memory_t memory) {
  const upc_stride_values_t *v = C->builder->values;
  cut_t c;
  size_t least = (memory.bytes + NUMBERS - 1) / NUMBERS;
  c.part = C->part > least ? C->part : least;
  if (C->part == 0) c.part = memory.bytes;
  c.part = (c.part + v->size - 1) / v->size * v->size;
  c.parts = memory.bytes == 0 ? 0 : (unsigned)((memory.bytes + c.part - 1) / c.part);
  c.number = C->rounds * NUMBERS;
  return c;
}

static upc_stride_memory_t part_of(upc_stride_memory_t memory, const cut_t *c, unsigned i) {
  size_t from = i * c->part, left = memory.bytes - from;
  memory = upc_stride_memory_part(memory, from, left < c->part ? left : c->part);
  memory.number = c->number + i;
  return memory;
}

static void receive_part(upc_stride_builder_t *B, const upc_stride_round_t *R, const cut_t *c, unsigned i) {
  upc_stride_plan_receive(B, R->from, part_of(R->in, c, i));
  if (i + UPC_STRIDE_EXPECTED < c->parts)
    upc_stride_plan_expect(B, R->from, part_of(R->in, c, i + UPC_STRIDE_EXPECTED));
  if (R->second.bytes > 0) upc_stride_plan_combine(B, part_of(R->first, c, i), part_of(R->second, c, i));
}

/* The first part is sent before the partner's parts are announced. The other order costs time where the sender of a
 * stream first asks for room, and messages to a thread go one after the other, as over TCP. A member that comes late
 * would find its partner's question, and answer it before it asks its own. The partner would send at once, and its
 * answer to the member's question would wait behind these bytes. */
void upc_stride_plan_round(upc_stride_contributors_t *C, const upc_stride_round_t *R) {
  upc_stride_builder_t *B = C->builder;
  cut_t out = cut(C, R->out), in = cut(C, R->in);
  unsigned i;
  if (R->to < 0) out.parts = 0;
  if (R->from < 0) in.parts = 0;
  if (out.parts > 0) upc_stride_plan_send(B, R->to, part_of(R->out, &out, 0));
  for (i = 0; i < in.parts && i < UPC_STRIDE_EXPECTED; i++) upc_stride_plan_expect(B, R->from, part_of(R->in, &in, i));
  for (i = 0; i < out.parts || i < in.parts + AHEAD; i++) {
    if (i > 0 && i < out.parts) upc_stride_plan_send(B, R->to, part_of(R->out, &out, i));
    if (i >= AHEAD && i - AHEAD < in.parts) receive_part(B, R, &in, i - AHEAD);
  }
  upc_stride_plan_wait_sent(B, 0);    /* the next round may write there */
  C->rounds++;
}

/* ---- who contributes ---- */

void upc_stride_contributors_new(upc_stride_contributors_t *C, const upc_stride_role_t *role, size_t most) {
  C->builder = role->builder;
  C->n = 0;
  C->me = -1;
  C->part = role->choice->segment;
  C->rounds = 0;
  C->thread = upc_stride_plan_scratch(C->builder, most * sizeof(int));
}

void upc_stride_contributors_add(upc_stride_contributors_t *C, int thread) {
  if (thread == C->builder->me) C->me = C->n;
  C->thread[C->n++] = thread;
}

void upc_stride_contributors_by_position(upc_stride_contributors_t *C, const upc_stride_role_t *role) {
  const upc_stride_end_t *src = &role->builder->flow->src;
  size_t i, k = src->picks.blocks;
  upc_stride_contributors_new(C, role, k);
  for (i = 0; i < k; i++) upc_stride_contributors_add(C, upc_stride_owner_at(src, i));
}

void upc_stride_deliver_prefix(const upc_stride_contributors_t *C, upc_stride_memory_t result) {
  upc_stride_builder_t *B = C->builder;
  unsigned behind_all_rounds = 1u << 31;
  size_t first = B->flow->prefix == UPC_STRIDE_EXCLUSIVE;
  upc_stride_own_t own;
  int more = upc_stride_own_first(&own, &B->flow->dst.picks, B->me), to;
  result.number = behind_all_rounds;
  if (C->me >= (int)first && (to = upc_stride_owner_at(&B->flow->dst, (size_t)C->me)) != B->me)
    upc_stride_plan_send(B, to, result);
  for (; more; more = upc_stride_own_next(&own)) {
    upc_stride_memory_t block = upc_stride_own_memory_of(B, &B->dst, &own, B->values->bytes);
    int from = upc_stride_owner_at(&B->flow->src, own.position);
    block.number = behind_all_rounds;
    if (own.position < first) continue;
    if (from == B->me) upc_stride_plan_take(B, block, result);
    else upc_stride_plan_receive(B, from, block);
  }
}

/* By nodes: the first of each node with values is its leader. It combines the values of its node before it contributes
 * them, and gives the result to the members of its node (Karonis and others, 2000). Else each member is a node. */
typedef struct contributing {
  const upc_stride_role_t *role;
  upc_stride_nodes_t nodes;
  int by_nodes, *leader;              /* by node: the number of its contributor; -1: it has no values */
} contributing_t;

static int node(const contributing_t *x, int r) { return x->by_nodes ? x->nodes.node_of[r] : r; }

static int has_values(const upc_stride_builder_t *B, int thread) { return upc_stride_has_part(&B->flow->src, thread); }

static void find_contributors(upc_stride_contributors_t *C, contributing_t *x) {
  upc_stride_builder_t *B = x->role->builder;
  const upc_stride_group_t *G = x->role->group;
  int r;
  upc_stride_contributors_new(C, x->role, (size_t)G->n);
  x->leader = upc_stride_plan_scratch(B, (size_t)G->n * sizeof(int));
  x->by_nodes = (x->role->choice->schedule->needs & UPC_STRIDE_BY_NODES) != 0;
  if (x->by_nodes) upc_stride_find_nodes(&x->nodes, B, G);
  for (r = 0; r < G->n; r++) x->leader[r] = -1;
  for (r = 0; r < G->n; r++) {
    int thread = upc_stride_group_thread(G, r);
    if (x->leader[node(x, r)] >= 0 || !has_values(B, thread)) continue;
    x->leader[node(x, r)] = C->n;
    upc_stride_contributors_add(C, thread);
  }
}

/* The leader's own values become the sum of its node: what comes is combined with what there is so far. */
static void combine_node(upc_stride_contributors_t *C, const contributing_t *x) {
  upc_stride_builder_t *B = C->builder;
  int i;
  for (i = x->nodes.first[x->nodes.mine]; i < x->nodes.first[x->nodes.mine + 1]; i++) {
    int thread = x->nodes.member[i];
    upc_stride_memory_t come;
    if (thread == B->me || !has_values(B, thread)) continue;
    come = upc_stride_plan_space(B, C->sum.bytes);
    upc_stride_plan_receive(B, thread, come);
    upc_stride_plan_combine(B, C->own, come);
    C->own = come;
  }
}

/* The result to those that want it: from their leader, or, if their node has none, from the contributors in turn. */
static void share_result(const upc_stride_contributors_t *C, const contributing_t *x) {
  upc_stride_builder_t *B = C->builder;
  const upc_stride_group_t *G = x->role->group;
  int r, others = 0;
  for (r = 0; r < G->n; r++) {
    int thread = upc_stride_group_thread(G, r), from = x->leader[node(x, r)];
    if (!upc_stride_has_part(&B->flow->dst, thread) || (from >= 0 && C->thread[from] == thread)) continue;
    if (from < 0) from = others++ % C->n;
    if (from == C->me) upc_stride_plan_send(B, thread, C->sum);
    if (thread == B->me) upc_stride_plan_receive(B, C->thread[from], C->sum);
  }
  upc_stride_fill_others(B, C->sum);
}

void upc_stride_reduce_all_by(const upc_stride_role_t *role, upc_stride_combine_all_t *combine) {
  upc_stride_builder_t *B = role->builder;
  upc_stride_contributors_t C;
  contributing_t x;
  x.role = role;
  find_contributors(&C, &x);
  upc_stride_enter(role);
  C.sum = upc_stride_own_result(B);
  if (has_values(B, B->me)) C.own = upc_stride_own_values(B);
  if (C.me < 0 && has_values(B, B->me)) upc_stride_plan_send(B, C.thread[x.leader[x.nodes.mine]], C.own);
  if (C.me >= 0) {
    if (x.by_nodes) combine_node(&C, &x);
    combine(&C);
  }
  share_result(&C, &x);
  upc_stride_leave(role);
}

/* ---- a power of two ---- */

int upc_stride_folded_ranks(const upc_stride_contributors_t *C) {
  int ranks = 1;
  while (2 * ranks <= C->n) ranks *= 2;
  return ranks;
}

/* The first 2 * extra contributors are pairs, of which the second goes on. */
static int extra(const upc_stride_contributors_t *C) { return C->n - upc_stride_folded_ranks(C); }

int upc_stride_folded_thread(const upc_stride_contributors_t *C, int rank) {
  return C->thread[rank < extra(C) ? 2 * rank + 1 : rank + extra(C)];
}

static upc_stride_round_t one_way(int to, int from, upc_stride_memory_t memory) {
  upc_stride_round_t R;
  R.to = to;
  R.from = from;
  R.out = R.in = memory;
  R.first = R.second = upc_stride_in_buffer(0, 0);
  return R;
}

int upc_stride_fold(upc_stride_contributors_t *C, upc_stride_memory_t *now) {
  upc_stride_round_t R;
  upc_stride_memory_t space = *now;
  *now = C->own;
  if (C->me >= 2 * extra(C)) {
    C->rounds++;
    return C->me - extra(C);
  }
  if (C->me % 2 == 0) {
    R = one_way(C->thread[C->me + 1], -1, C->own);
  } else {
    R = one_way(-1, C->thread[C->me - 1], space);
    R.first = C->own;
    R.second = *now = space;
  }
  upc_stride_plan_round(C, &R);
  return C->me % 2 == 0 ? -1 : C->me / 2;
}

void upc_stride_unfold(upc_stride_contributors_t *C) {
  upc_stride_round_t R;
  C->rounds = LAST_ROUND;             /* those outside did not count */
  if (C->me >= 2 * extra(C)) return;
  if (C->me % 2 == 0) R = one_way(-1, C->thread[C->me + 1], C->sum);
  else R = one_way(C->thread[C->me - 1], -1, C->sum);
  upc_stride_plan_round(C, &R);
}
