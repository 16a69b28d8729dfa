/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast by scatter and allgather: the message is cut into p parts. The root scatters them down a binomial tree, in
 * which each member gets the parts of all below it. Then parts go round a ring until everybody has all of them.
 *
 *   4 members          0          1          2          3
 *   after the scatter  0 1 2 3    1          2 3        3
 *   ring, round 0      0 1 2 3    0 1        1 2 3      2 3
 *   round 1            0 1 2 3    0 1 3      0 1 2 3    1 2 3
 *   round 2            0 1 2 3    0 1 2 3    0 1 2 3    0 1 2 3
 *
 * A member receives no part that it has: the root none, member 2 nothing in the last round.
 *
 * Wins for messages of medium length and many members: a chain is faster only once its pipeline is full. Cost:
 * (log2(p) + p - 1) * latency + 2 * bytes / bandwidth (van de Geijn and others: Building a high-performance collective
 * communication library, 1994; Thakur, Rabenseifner, Gropp, 2005). On a torus the ring goes along it.
 */
#include "schedules/schedule.h"
#include "base/line.h"
#include "trees/rounds.h"

typedef struct parts {
  upc_stride_builder_t *builder;
  int n, me, *thread;                 /* by place, counted from the root: the thread; the caller's place */
  size_t len, part;
  upc_stride_memory_t copy;           /* the root's source, or a member's first block                    */
} parts_t;

/* Members in an order with the root first. */
static void find_places(parts_t *x, const upc_stride_role_t *role, int root) {
  const upc_stride_group_t *G = role->group;
  int *order = upc_stride_plan_scratch(x->builder, 2 * (size_t)G->n * sizeof(int)), first, i;
  x->n = G->n;
  x->thread = order + G->n;
  first = upc_stride_order_group(G, UPC_STRIDE_ALONG, root, order);
  for (i = 0; i < G->n; i++) {
    x->thread[i] = order[(first + i) % G->n];
    if (x->thread[i] == x->builder->me) x->me = i;
  }
}

/* Parts from..to-1, in the caller's copy of the message. */
static upc_stride_memory_t parts(const parts_t *x, int from, int to, unsigned number) {
  size_t begin = (size_t)from * x->part, end = (size_t)to * x->part;
  upc_stride_memory_t m;
  if (begin > x->len) begin = x->len;
  if (end > x->len) end = x->len;
  m = upc_stride_memory_part(x->copy, begin, end - begin);
  m.number = number;
  return m;
}

static void send(const parts_t *x, int place, upc_stride_memory_t m) {
  upc_stride_plan_send(x->builder, x->thread[place], m);
}

/* ---- down the tree: place v has the parts of v .. v + held(v) - 1 ---- */

static int held(const parts_t *x, int v) {
  int bit = v & -v;
  return v == 0 || bit > x->n - v ? x->n - v : bit;
}

static void scatter(const parts_t *x) {
  int v = x->me, bit = 1, child;
  if (v > 0) upc_stride_plan_receive(x->builder, x->thread[v - (v & -v)], parts(x, v, v + held(x, v), 0));
  while (bit < held(x, v)) bit *= 2;
  for (bit /= 2; bit > 0; bit /= 2) {
    child = v + bit;
    if (child < v + held(x, v)) send(x, child, parts(x, child, child + held(x, child), 0));
  }
}

/* ---- round the ring: in round r place v receives part v - 1 - r, unless it has it from the tree ---- */

static int receives(const parts_t *x, int v, int r) { return r < x->n - 1 && r < x->n - held(x, v); }

static upc_stride_memory_t passing(const parts_t *x, int place, int r) {
  int part = (place - 1 - r + 2 * x->n) % x->n;
  return parts(x, part, part + 1, (unsigned)r + 1);
}

static void expect(const parts_t *x, int r) {
  if (receives(x, x->me, r)) upc_stride_plan_expect(x->builder, x->thread[x->me - 1], passing(x, x->me, r));
}

static void ring(const parts_t *x) {
  int next = (x->me + 1) % x->n, r;
  for (r = 0; r < UPC_STRIDE_EXPECTED; r++) expect(x, r);
  for (r = 0; r < x->n - 1; r++) {
    if (receives(x, next, r)) send(x, next, passing(x, next, r));
    if (!receives(x, x->me, r)) continue;
    upc_stride_plan_receive(x->builder, x->thread[x->me - 1], passing(x, x->me, r));
    expect(x, r + UPC_STRIDE_EXPECTED);
  }
}

void upc_stride_broadcast_scatter_allgather(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  parts_t x;
  x.builder = B;
  x.len = B->flow->len;
  find_places(&x, role, B->flow->src.thread);
  x.part = upc_stride_whole_lines((x.len + (size_t)x.n - 1) / (size_t)x.n);
  x.copy = upc_stride_own_copy(B);
  upc_stride_enter(role);
  scatter(&x);
  ring(&x);
  upc_stride_fill_own(B);
  upc_stride_leave(role);
}
