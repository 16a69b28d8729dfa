/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast of long messages in one node, the work shared by everybody: of the (p-1) * bytes to be copied each member
 * copies its part, the root included.
 *
 *   2 threads:  thread 1 copies the first half of the source to its block, thread 0 the second half
 *   4 threads:  1, 2 and 3 copy three quarters of it each, 0 the last quarter to each of them
 *
 * The root of a split-phase call has other things to do: it says so, and members copy its part as well, so that nobody
 * waits for one that computes.
 *
 * Wins where members have cores of their own, or share them evenly, and one core cannot use all of the memory's
 * bandwidth: bytes * (p-1)/p / bandwidth of one core, and a message each way more than where members copy alone.
 */
#include "base/near.h"
#include "operations.h"
#include "engine/call.h"

#include <string.h>

/* Bytes that members copy themselves: the root's share of each block is a p-th, in whole lines. */
static size_t own_share(size_t len, int members) { return (len - len / (size_t)members) / 64 * 64; }

static char *first_block(const upc_stride_plan_t *P, int thread) {
  upc_stride_own_t own;
  upc_stride_own_first(&own, &P->flow.dst.picks, (size_t)thread);
  return upc_stride_base_near(&P->dst, thread) + own.offset;
}

/* The root's word on its part of a block: it is there, or the member is to copy it. */
static int say_whether_there(upc_stride_call_t *run, const upc_stride_step_t *step) {
  char there = !run->plan->args.split;
  return upc_stride_call_send(run, step->peer, &there, 1);
}

/* A member's step for that word. If it has copied the root's part it says so: `begun` once that is all it has to do. */
static int take_rest(upc_stride_call_t *run, const upc_stride_step_t *step) {
  const upc_stride_plan_t *P = run->plan;
  size_t from = step->data.action.from;
  char there = 0;
  if (!run->begun) {
    if (!upc_stride_call_receive(run, step->peer, &there, 1)) return 0;
    if (there) return 1;
    memcpy(first_block(P, MYTHREAD) + from, upc_stride_base_near(&P->src, P->flow.src.thread) + from, P->flow.len - from);
  }
  run->begun = !upc_stride_call_send(run, step->peer, &there, 0);
  return !run->begun;
}

static void at_root(upc_stride_plan_t *P, const upc_stride_team_t *T, int members) {
  size_t share = own_share(P->flow.len, members);
  char *src = upc_stride_base_near(&P->src, MYTHREAD);
  int r, me = upc_stride_team_rank(T, MYTHREAD);
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS)
    for (r = 0; r < T->n; r++)
      if (r != me) upc_stride_plan_await(P, upc_stride_team_thread(T, r));
  for (r = 0; r < T->n; r++)
    if (r != me) upc_stride_plan_signal(P, upc_stride_team_thread(T, r));
  for (r = 0; r < T->n && P->args.split; r++)
    if (r != me) upc_stride_plan_action_with(P, say_whether_there, upc_stride_team_thread(T, r), 0);
  for (r = 0; r < T->n; r++) {
    int thread = upc_stride_team_thread(T, r);
    if (r == me) continue;
    if (P->sync.in == UPC_STRIDE_MY) upc_stride_plan_await(P, thread);
    if (P->args.split) continue;
    upc_stride_plan_copy(P, first_block(P, thread) + share, src + share, P->flow.len - share);
    upc_stride_plan_action_with(P, say_whether_there, thread, 0);
  }
  if (me >= 0) upc_stride_plan_move(P, MYTHREAD, MYTHREAD);
  upc_stride_plan_spread(P, MYTHREAD);
  if (P->sync.out != UPC_STRIDE_NO)
    for (r = 0; r < T->n; r++)
      if (r != me) upc_stride_plan_await(P, upc_stride_team_thread(T, r));
  for (r = 0; r < T->n && P->args.split; r++)
    if (r != me) upc_stride_plan_await(P, upc_stride_team_thread(T, r)); /* "copied" */
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS)
    for (r = 0; r < T->n; r++)
      if (r != me) upc_stride_plan_signal(P, upc_stride_team_thread(T, r));
}

void upc_stride_broadcast_shared(upc_stride_plan_t *P, const upc_stride_team_t *T, int root) {
  int members = T->n + (upc_stride_team_rank(T, root) < 0);
  if (MYTHREAD == root) {
    at_root(P, T, members);
    return;
  }
  upc_stride_plan_signal(P, root);
  upc_stride_plan_await(P, root);
  upc_stride_plan_copy(P, first_block(P, MYTHREAD), upc_stride_base_near(&P->src, root),
                       own_share(P->flow.len, members));
  if (P->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal(P, root);
  upc_stride_plan_action_with(P, take_rest, root, own_share(P->flow.len, members));
  upc_stride_plan_spread(P, MYTHREAD);
  if (P->sync.out != UPC_STRIDE_ALL_MEMBERS) return;
  upc_stride_plan_signal(P, root);
  upc_stride_plan_await(P, root);
}
