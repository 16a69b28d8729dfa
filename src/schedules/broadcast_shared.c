/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared: a broadcast of a long message in one node, in which all members copy, the root included. Each copies a p-th
 * of the (p-1) * bytes.
 *
 *   2 threads:  thread 1 copies the first half of the source to its block, thread 0 the second half
 *   4 threads:  1, 2 and 3 copy three quarters of the source each, 0 the last quarter to each of them
 *
 * The root fills its own block first. Lines of the source that other cores have read have left its cache, and it would
 * have to get them back. So it also begins a little before the others: behind them it would be as slow as they are.
 *
 * The root of a split-phase call computes meanwhile. It says so, and each member copies the root's share as well. So no
 * member waits for a thread that computes.
 *
 * Wins if each member has a core, or all cores have equally many, and one core alone cannot use all of the memory's
 * bandwidth. Cost: bytes * (p-1)/p / bandwidth of one core, and one message more each way than flat.
 */
#include "base/has_data.h"
#include "base/line.h"
#include "plan/plan.h"
#include "schedules/schedule.h"

static size_t in_lines(size_t bytes) { return bytes / UPC_STRIDE_LINE * UPC_STRIDE_LINE; }

/* The bytes of its block that a member copies. The rest is the root's share: a p-th, in whole cache lines. */
static size_t own_share(const upc_stride_role_t *role) {
  size_t len = role->builder->flow->len;
  return in_lines(len - len / (size_t)role->group->n);
}

static size_t first_offset(const upc_stride_flow_t *F, int thread) {
  upc_stride_own_t own;
  upc_stride_own_first(&own, &F->dst.picks, (size_t)thread);
  return own.offset;
}

static char *first_block(const upc_stride_builder_t *B, int thread) {
  return upc_stride_plan_near(B, &B->dst, thread) + first_offset(B->flow, thread);
}

/* The root tells a member of its share of the block: it is there, or the member must copy it. */
static int tell_share(upc_stride_run_t *run, const upc_stride_step_t *step) {
  char there = !run->plan->split;
  return run->by->send(run, step->peer, &there, 1);
}

/* A member waits for the root's message. If it copies the root's share, it then tells the root ("copied"): `begun` is 1
 * while only this message is left to be sent. */
static int take_share(upc_stride_run_t *run, const upc_stride_step_t *step) {
  const upc_stride_plan_t *P = run->plan;
  size_t from = step->data.action.from;
  char there = 0;
  if (!run->begun) {
    if (!run->by->receive(run, step->peer, &there, 1)) return 0;
    if (there) return 1;
    upc_stride_copy_bytes(
        upc_stride_base_near(run->by->setting, run->me, &P->dst, run->me) + first_offset(P->flow, run->me) + from,
        upc_stride_base_near(run->by->setting, run->me, &P->src, P->flow->src.thread) + from, P->flow->len - from);
  }
  run->begun = !run->by->send(run, step->peer, &there, 0);
  return !run->begun;
}

/* Signals to all other members, or from them. */
static void with_others(upc_stride_builder_t *B, const upc_stride_group_t *G, void (*speak)(upc_stride_builder_t *,
                                                                                            int)) {
  int r, me = upc_stride_group_rank(G, B->me);
  for (r = 0; r < G->n; r++)
    if (r != me) speak(B, upc_stride_group_thread(G, r));
}

/* Bytes of the root's own block. */
static void fill_own(upc_stride_builder_t *B, size_t from, size_t bytes) {
  if (upc_stride_owns(B, &B->flow->dst))
    upc_stride_plan_copy(B, first_block(B, B->me) + from, upc_stride_plan_near(B, &B->src, B->me) + from, bytes);
}

/* The root's share of a member's block. */
static void copy_share(upc_stride_builder_t *B, int thread, size_t from) {
  char *src = upc_stride_plan_near(B, &B->src, B->me);
  if (B->sync.in == UPC_STRIDE_MY) upc_stride_plan_await(B, thread);
  if (B->split) return;
  upc_stride_plan_copy(B, first_block(B, thread) + from, src + from, B->flow->len - from);
  upc_stride_plan_action_with(B, tell_share, thread, 0);
}

static void at_root(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_group_t *G = role->group;
  int r, me = upc_stride_group_rank(G, B->me);
  size_t first = in_lines(B->flow->len / 16);
  if (B->sync.in == UPC_STRIDE_ALL_MEMBERS) with_others(B, G, upc_stride_plan_await);
  fill_own(B, 0, first);
  with_others(B, G, upc_stride_plan_signal);
  for (r = 0; r < G->n && B->split; r++)
    if (r != me) upc_stride_plan_action_with(B, tell_share, upc_stride_group_thread(G, r), 0);
  fill_own(B, first, B->flow->len - first);
  upc_stride_plan_spread(B, B->me);
  for (r = 0; r < G->n; r++)
    if (r != me) copy_share(B, upc_stride_group_thread(G, r), own_share(role));
  if (B->sync.out != UPC_STRIDE_NO) with_others(B, G, upc_stride_plan_await);
  if (B->split) with_others(B, G, upc_stride_plan_await); /* "copied" */
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS) with_others(B, G, upc_stride_plan_signal);
}

void upc_stride_broadcast_shared(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  int root = B->flow->src.thread;
  if (B->me == root) {
    at_root(role);
    return;
  }
  upc_stride_plan_signal(B, root);
  upc_stride_plan_await(B, root);
  upc_stride_plan_copy(B, first_block(B, B->me), upc_stride_plan_near(B, &B->src, root), own_share(role));
  if (B->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal(B, root);
  upc_stride_plan_action_with(B, take_share, root, own_share(role));
  upc_stride_plan_spread(B, B->me);
  if (B->sync.out != UPC_STRIDE_ALL_MEMBERS) return;
  upc_stride_plan_signal(B, root);
  upc_stride_plan_await(B, root);
}
