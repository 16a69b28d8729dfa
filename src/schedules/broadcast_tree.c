/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast down a tree of any shape (trees/). Signals and data on an edge, in this order:
 *
 *   up    "entered", with everybody below                        IN_ALLSYNC
 *   down  the data, if a message holds it
 *         else direct: "ready", you may copy from the root       all but IN_NOSYNC
 *         else relay: the data, segment by segment where members pass it on
 *   up    "done", with everybody below                           OUT_ALLSYNC; direct, no message: OUT_MYSYNC as well
 *   down  "all done"                                             OUT_ALLSYNC; not in messages to a team of two
 *
 * A member leaves when none of its memory is still being read: it waits for "done" of those that copy from it, or from
 * the root, and until it may change what it sent.
 *
 * Lent bytes stay as they are, so nobody waits for "done" of a direct member. It reads them in the root's memory, be
 * they few or many, and has a copy only if it passes them on.
 * Cost: depth * latency + children * bytes / bandwidth; in segments (depth - 1 + bytes / segment) times the cost of one
 * segment. Each byte reaches a member once: its further blocks are filled from its first. Flat wins for few members,
 * binomial for many, chain for long messages between nodes (Thakur, Rabenseifner, Gropp: Optimization of Collective
 * Communication Operations in MPICH, 2005).
 */
#include "base/has_data.h"
#include "plan/plan.h"
#include "schedules/schedule.h"

static void to_children(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, upc_stride_memory_t from,
                        int direct) {
  int i;
  for (i = 0; i < w->children; i++)
    if (direct || !w->child[i].direct) upc_stride_plan_send(B, w->child[i].thread, from);
}

/* Tells the program where the bytes are. The player reads them, into the caller's block. */
static int tell_lent(upc_stride_run_t *run, const upc_stride_step_t *s) {
  char *lent = upc_stride_action_from(run, s);
  if (run->lists != NULL && run->lists->lent != NULL) *run->lists->lent = lent;
  else if (s->data.action.bytes > 0) upc_stride_copy_bytes(upc_stride_action_to(run, s), lent, s->data.action.bytes);
  return 1;
}

void upc_stride_plan_lent(upc_stride_builder_t *B, const upc_stride_tree_position_t *w) {
  upc_stride_memory_t block = upc_stride_own_copy(B), at = block;
  char *source = upc_stride_plan_near(B, &B->src, B->flow->src.thread);
  if (source != NULL) at.address = source, at.end = UPC_STRIDE_SRC;
  if (w == NULL || !w->direct || w->parent.thread < 0 || w->relays) block.bytes = 0; /* it has a copy, or needs none */
  upc_stride_plan_action_on(B, tell_lent, block, at);
}

static void in_messages(upc_stride_builder_t *B, const upc_stride_tree_position_t *w) {
  upc_stride_memory_t copy = upc_stride_own_copy(B);
  int first = B->sync.out == UPC_STRIDE_ALL_MEMBERS && w->parent.thread < 0; /* a child's "done" is then everybody's */
  if (first) upc_stride_fill_own(B);
  if (w->parent.thread >= 0) upc_stride_plan_receive(B, w->parent.thread, copy);
  to_children(B, w, copy, 1);
  if (!first) upc_stride_fill_own(B);
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_up(B, w);
}

static void release(upc_stride_builder_t *B, const upc_stride_tree_position_t *w) {
  int i;
  for (i = 0; i < w->children && B->sync.in != UPC_STRIDE_NO; i++)
    if (w->child[i].direct) upc_stride_plan_signal(B, w->child[i].thread);
}

static upc_stride_memory_t segment_of(upc_stride_memory_t copy, size_t len, size_t segment, size_t i) {
  size_t from = i * segment;
  upc_stride_memory_t m = upc_stride_memory_part(copy, from, len - from < segment ? len - from : segment);
  m.number = (unsigned)i;
  return m;
}

/* Segment by segment from the parent, or all at once from the root, and on to the relays. */
static void straight(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, size_t segment) {
  upc_stride_memory_t copy = upc_stride_own_copy(B);
  int relayed = !w->direct;
  size_t i, len = B->flow->len, segments = (len + segment - 1) / segment;
  for (i = 0; relayed && i < segments && i < UPC_STRIDE_EXPECTED; i++)
    upc_stride_plan_expect(B, w->parent.thread, segment_of(copy, len, segment, i));
  if (w->parent.thread >= 0 && !relayed && B->sync.in != UPC_STRIDE_NO) upc_stride_plan_await(B, w->parent.thread);
  release(B, w);
  if (w->parent.thread >= 0 && !relayed && (w->relays || !B->flow->lends)) upc_stride_plan_move(B, w->root, B->me);
  for (i = 0; i < segments; i++) {
    if (relayed) upc_stride_plan_receive(B, w->parent.thread, segment_of(copy, len, segment, i));
    if (relayed && i + UPC_STRIDE_EXPECTED < segments)
      upc_stride_plan_expect(B, w->parent.thread, segment_of(copy, len, segment, i + UPC_STRIDE_EXPECTED));
    to_children(B, w, segment_of(copy, len, segment, i), 0);
  }
  if (!B->flow->lends) upc_stride_fill_own(B);
}

void upc_stride_broadcast_tree(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_tree_position_t *w = role->down;
  size_t len = B->flow->len, segment = role->choice->segment > 0 ? role->choice->segment : len;
  int few = len <= B->setting->eager() && !B->flow->lends;
  if (B->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_up(B, w);
  if (few) in_messages(B, w);
  else straight(B, w, segment);
  if (B->flow->lends) upc_stride_plan_lent(B, w);
  if (!few) upc_stride_signal_done(B, w);
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS && (w->nodes > 2 || !few)) upc_stride_signal_down(B, w);
}
