/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast down a tree; which one is choose.c's business. Signals and data on an edge, in this order:
 *
 *   up    "entered", with everybody below                        IN_ALLSYNC
 *   down  the data, if a message holds it
 *         else direct: "ready", you may copy from the root       all but IN_NOSYNC
 *         else relay: where the parent has a segment, for each   (from which the child fetches it)
 *   up    "done", with everybody below                           OUT_MYSYNC, OUT_ALLSYNC; not if messages held it
 *   down  "all done"                                             OUT_ALLSYNC; not in messages to a team of two
 *
 * A member that waits for "done" from its children before it leaves has nothing left that is still being read; where
 * it need not wait, it still does so for relayed data. Depth * latency + bytes / bandwidth, and each byte reaches a
 * member once: its further blocks are filled from its first.
 */
#include "channel.h"
#include "near.h"
#include "operations.h"
#include "walk.h"

/* This member's own copy, from which it serves relays: its first block, or at the root the source. */
static shared [] char *own_copy(const upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  upc_stride_own_t own;
  if (w->parent < 0) return P->src.place;
  upc_stride_own_first(&own, &P->flow.dst.picks, MYTHREAD);
  return upc_stride_part(P->dst.array, MYTHREAD) + own.offset;
}

static void fill_own(upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  if (w->parent < 0 && upc_stride_owns(&P->flow.dst))
    upc_stride_plan_parcel(P, UPC_STRIDE_MOVE, 0, MYTHREAD, MYTHREAD, 0);
  upc_stride_plan_spread(P, MYTHREAD);
}

static void in_messages(upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  char *copy = (char *)own_copy(P, w);
  int i, first = P->sync.out == UPC_STRIDE_ALL_MEMBERS && w->parent < 0; /* a child's "done" is then everybody's */
  if (first) fill_own(P, w);
  if (w->parent >= 0) upc_stride_plan_take(P, w->parent, copy, P->flow.len);
  for (i = 0; i < w->children; i++) upc_stride_plan_post(P, w->child[i], copy, P->flow.len);
  if (!first) fill_own(P, w);
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_walk_up(w);
}

static void release(upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  int i;
  for (i = 0; i < w->children && P->sync.in != UPC_STRIDE_NO; i++)
    if (upc_stride_walk_direct(w, w->child[i])) upc_stride_plan_tell(P, w->child[i]);
}

static void offer(upc_stride_plan_t *P, const upc_stride_walk_t *w, shared [] char *copy, size_t from) {
  int i;
  for (i = 0; i < w->children; i++)
    if (!upc_stride_walk_direct(w, w->child[i])) upc_stride_plan_offer(P, w->child[i], copy + from);
}

/* Segment by segment from the parent, or all at once from the root, and on to the relays. */
static void straight(upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  shared [] char *copy = own_copy(P, w);
  int relayed = w->parent >= 0 && !upc_stride_walk_direct(w, w->parent);
  size_t from, len = P->flow.len, segment = w->choice->segment;
  if (w->parent >= 0 && !relayed && P->sync.in != UPC_STRIDE_NO) upc_stride_plan_hear(P, w->parent);
  release(P, w);
  if (w->parent >= 0 && !relayed) upc_stride_plan_parcel(P, UPC_STRIDE_MOVE, 0, w->root, MYTHREAD, 0);
  for (from = 0; from < len; from += segment) {
    size_t bytes = len - from < segment ? len - from : segment;
    if (relayed) upc_stride_plan_fetch(P, w->parent, (char *)copy + from, bytes);
    offer(P, w, copy, from);
  }
  fill_own(P, w);
}

/* Everybody waits for the children that still read, and where the flags say so for all. */
static void done(upc_stride_plan_t *P, const upc_stride_walk_t *w) {
  int all = P->sync.out != UPC_STRIDE_NO, i;
  for (i = 0; i < w->children; i++)
    if (all || !upc_stride_walk_direct(w, w->child[i])) upc_stride_plan_hear(P, w->child[i]);
  if (w->parent >= 0 && (all || !upc_stride_walk_direct(w, w->parent))) upc_stride_plan_tell(P, w->parent);
}

void upc_stride_broadcast_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                               const upc_stride_choice_t *choice) {
  upc_stride_walk_t w;
  upc_stride_walk(&w, P, T, root, choice);
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_walk_up(&w);
  if (P->flow.len <= upc_stride_eager()) {
    in_messages(P, &w);
  } else {
    straight(P, &w);
    done(P, &w);
  }
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS && (upc_stride_nodes(&w.ground) > 2 || P->flow.len > upc_stride_eager()))
    upc_stride_walk_down(&w);
  upc_stride_walk_end(&w);
}
