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
#include "base/line.h"
#include "base/near.h"
#include "engine/call.h"
#include "schedules/schedule.h"

#include <string.h>

static size_t in_lines(size_t bytes) { return bytes / UPC_STRIDE_LINE * UPC_STRIDE_LINE; }

/* The bytes of its block that a member copies. The rest is the root's share: a p-th, in whole cache lines. */
static size_t own_share(const upc_stride_task_t *task) {
  size_t len = task->plan->flow->len;
  return in_lines(len - len / (size_t)task->group->n);
}

static char *first_block(const upc_stride_plan_t *P, int thread) {
  upc_stride_own_t own;
  upc_stride_own_first(&own, &P->flow->dst.picks, (size_t)thread);
  return upc_stride_base_near(&P->dst, thread) + own.offset;
}

/* The root tells a member of its share of the block: it is there, or the member must copy it. */
static int tell_share(upc_stride_call_t *call, const upc_stride_step_t *step) {
  char there = !call->plan->args.split;
  return upc_stride_call_send(call, step->peer, &there, 1);
}

/* A member waits for the root's message. If it copies the root's share, it then tells the root ("copied"): `begun` is 1
 * while only this message is left to be sent. */
static int take_share(upc_stride_call_t *call, const upc_stride_step_t *step) {
  const upc_stride_plan_t *P = call->plan;
  size_t from = step->data.action.from;
  char there = 0;
  if (!call->begun) {
    if (!upc_stride_call_receive(call, step->peer, &there, 1)) return 0;
    if (there) return 1;
    memcpy(first_block(P, MYTHREAD) + from, upc_stride_base_near(&P->src, P->flow->src.thread) + from,
           P->flow->len - from);
  }
  call->begun = !upc_stride_call_send(call, step->peer, &there, 0);
  return !call->begun;
}

/* Signals to all other members, or from them. */
static void with_others(upc_stride_plan_t *P, const upc_stride_group_t *G, void (*speak)(upc_stride_plan_t *, int)) {
  int r, me = upc_stride_group_rank(G, MYTHREAD);
  for (r = 0; r < G->n; r++)
    if (r != me) speak(P, upc_stride_group_thread(G, r));
}

/* Bytes of the root's own block. */
static void fill_own(upc_stride_plan_t *P, size_t from, size_t bytes) {
  if (upc_stride_owns(&P->flow->dst))
    upc_stride_plan_copy(P, first_block(P, MYTHREAD) + from, upc_stride_base_near(&P->src, MYTHREAD) + from, bytes);
}

/* The root's share of a member's block. */
static void copy_share(upc_stride_plan_t *P, int thread, size_t from) {
  char *src = upc_stride_base_near(&P->src, MYTHREAD);
  if (P->sync.in == UPC_STRIDE_MY) upc_stride_plan_await(P, thread);
  if (P->args.split) return;
  upc_stride_plan_copy(P, first_block(P, thread) + from, src + from, P->flow->len - from);
  upc_stride_plan_action_with(P, tell_share, thread, 0);
}

static void at_root(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_group_t *G = task->group;
  int r, me = upc_stride_group_rank(G, MYTHREAD);
  size_t first = in_lines(P->flow->len / 16);
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) with_others(P, G, upc_stride_plan_await);
  fill_own(P, 0, first);
  with_others(P, G, upc_stride_plan_signal);
  for (r = 0; r < G->n && P->args.split; r++)
    if (r != me) upc_stride_plan_action_with(P, tell_share, upc_stride_group_thread(G, r), 0);
  fill_own(P, first, P->flow->len - first);
  upc_stride_plan_spread(P, MYTHREAD);
  for (r = 0; r < G->n; r++)
    if (r != me) copy_share(P, upc_stride_group_thread(G, r), own_share(task));
  if (P->sync.out != UPC_STRIDE_NO) with_others(P, G, upc_stride_plan_await);
  if (P->args.split) with_others(P, G, upc_stride_plan_await); /* "copied" */
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) with_others(P, G, upc_stride_plan_signal);
}

void upc_stride_broadcast_shared(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  int root = P->flow->src.thread;
  if (MYTHREAD == root) {
    at_root(task);
    return;
  }
  upc_stride_plan_signal(P, root);
  upc_stride_plan_await(P, root);
  upc_stride_plan_copy(P, first_block(P, MYTHREAD), upc_stride_base_near(&P->src, root), own_share(task));
  if (P->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal(P, root);
  upc_stride_plan_action_with(P, take_share, root, own_share(task));
  upc_stride_plan_spread(P, MYTHREAD);
  if (P->sync.out != UPC_STRIDE_ALL_MEMBERS) return;
  upc_stride_plan_signal(P, root);
  upc_stride_plan_await(P, root);
}
