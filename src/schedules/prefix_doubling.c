/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefix_reduce by recursive doubling: in round r the owner of block i sends what it has to the owner of block i + 2^r,
 * which combines it with its own.
 *
 *   5 blocks, the owner of block 4 has the sum of   4      3 4    1 2 3 4    0 1 2 3 4
 *   after the round                                 start  0      1          2
 *
 * Wins for few values and many members. Cost: log2(p) * (latency + bytes / bandwidth + combining them) (Hillis and
 * Steele: Data parallel algorithms, 1986). The order is that of the section. Each member has one block of src.
 */
#include "schedules/reduce.h"

typedef struct doubling {
  upc_stride_contributors_t C;        /* by position */
  upc_stride_memory_t now, next;      /* the sum of the blocks so far, this one included, and memory for the next */
  upc_stride_memory_t before;         /* the sum of those before this one; 0 bytes: none yet                      */
  upc_stride_memory_t come;
} doubling_t;

static upc_stride_memory_t buffer(const upc_stride_contributors_t *C) {
  const upc_stride_values_t *v = C->builder->values;
  return upc_stride_plan_space(C->builder, v->bytes);
}

/* What has been sent stays as it is: the next sum is formed in another memory. */
static void meet(doubling_t *x, int by) {
  upc_stride_contributors_t *C = &x->C;
  upc_stride_builder_t *B = C->builder;
  upc_stride_round_t R;
  upc_stride_memory_t sent = x->now;
  R.to = C->me + by < C->n ? C->thread[C->me + by] : -1;
  R.from = C->me >= by ? C->thread[C->me - by] : -1;
  R.out = x->now;
  R.in = x->come;
  R.first = R.second = upc_stride_in_buffer(0, 0);
  upc_stride_plan_round(C, &R);
  if (R.from < 0) return;
  upc_stride_plan_take(B, x->next, x->now);
  upc_stride_plan_combine(B, x->come, x->next);
  x->now = x->next;
  x->next = by == 1 ? buffer(C) : sent;
  if (B->flow->prefix != UPC_STRIDE_EXCLUSIVE) return;
  if (by == 1) upc_stride_plan_take(B, x->before = buffer(C), x->come);
  else upc_stride_plan_combine(B, x->come, x->before);
}

void upc_stride_prefix_doubling(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  doubling_t x;
  int by;
  upc_stride_contributors_by_position(&x.C, role);
  upc_stride_enter(role);
  x.come = buffer(&x.C);
  x.now = x.before = upc_stride_in_buffer(0, 0);
  if (x.C.me >= 0) {
    x.now = upc_stride_own_values(B);
    x.next = buffer(&x.C);
    for (by = 1; by < x.C.n; by *= 2) meet(&x, by);
  }
  upc_stride_deliver_prefix(&x.C, B->flow->prefix == UPC_STRIDE_EXCLUSIVE ? x.before : x.now);
  upc_stride_leave(role);
}
