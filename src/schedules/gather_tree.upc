/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather up a tree: scatter_tree.upc turned round. On the root's node members write their own pieces to the root's
 * memory, and the tree carries only signals; elsewhere a member passes on one message with its own pieces and those
 * of everybody below it. Signals and data on an edge, in this order:
 *
 *   up, down  "entered", with everybody                             IN_ALLSYNC
 *   down      direct: "ready", you may write to the root            IN_MYSYNC
 *   up        relay: the data
 *   up        direct: "done", with everybody below                  OUT_MYSYNC, OUT_ALLSYNC
 *   down      "all done"                                            OUT_ALLSYNC
 */
#include "operations.h"
#include "subtree.h"

typedef struct gather {
  upc_stride_plan_t *plan;
  upc_stride_tree_position_t walk;
  upc_stride_subtree_t below;         /* the caller and everybody below it */
  size_t base;                        /* of the message in the buffer      */
} gather_t;

/* Everything from child i, a relay; on the root's node it goes on to the root's memory at once. */
static void receive(const gather_t *x, int i) {
  upc_stride_plan_t *P = x->plan;
  upc_stride_subtree_t S;
  size_t bytes;
  int m = 1, j, from = x->walk.child[i];
  upc_stride_subtree(&S, &x->walk, x->walk.child_rank[i], 0);
  bytes = S.at[S.n];
  while (x->below.thread[m] != S.thread[0]) m++;
  if (bytes > 0) upc_stride_plan_receive(P, from, upc_stride_in_buffer(x->base + x->below.at[m], bytes));
  for (j = 0; j < S.n && x->walk.direct && bytes > 0; j++)
    upc_stride_plan_unpack(P, S.thread[j], x->walk.root, x->base + x->below.at[m + j]);
  upc_stride_subtree_end(&S);
}

static void enter(const gather_t *x) {
  upc_stride_plan_t *P = x->plan;
  const upc_stride_tree_position_t *w = &x->walk;
  int i;
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    upc_stride_signal_up(w);
    upc_stride_signal_down(w);
  }
  if (P->sync.in != UPC_STRIDE_MY) return;
  if (w->parent >= 0 && w->direct) upc_stride_plan_await(P, w->parent);
  for (i = 0; i < w->children; i++)
    if (upc_stride_edge_direct(w, w->child[i])) upc_stride_plan_signal(P, w->child[i]);
}

static void leave(const gather_t *x) {
  upc_stride_plan_t *P = x->plan;
  const upc_stride_tree_position_t *w = &x->walk;
  size_t bytes = x->below.at[x->below.n];
  int i, all = P->sync.out != UPC_STRIDE_NO, relayed = w->parent >= 0 && !w->direct;
  for (i = 0; i < w->children; i++) /* what they wrote must be there before it is reported */
    if (all && upc_stride_edge_direct(w, w->child[i])) upc_stride_plan_await(P, w->child[i]);
  if (relayed && bytes > 0) upc_stride_plan_send(P, w->parent, upc_stride_in_buffer(x->base, bytes));
  if (w->parent >= 0 && w->direct && all) upc_stride_plan_signal(P, w->parent);
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(w);
}

void upc_stride_gather_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                            const upc_stride_choice_t *choice) {
  gather_t x;
  int i;
  x.plan = P;
  upc_stride_tree_position(&x.walk, P, T, root, choice);
  upc_stride_subtree(&x.below, &x.walk, x.walk.rank, 0);
  x.base = upc_stride_plan_buffer(P, x.walk.children > 0 || !x.walk.direct ? x.below.at[x.below.n] : 0);
  enter(&x);
  if (x.walk.direct) upc_stride_plan_move(P, MYTHREAD, root);
  else upc_stride_plan_pack(P, MYTHREAD, root, x.base + x.below.at[0]);
  for (i = 0; i < x.walk.children; i++)
    if (!upc_stride_edge_direct(&x.walk, x.walk.child[i])) receive(&x, i);
  leave(&x);
  upc_stride_subtree_end(&x.below);
  upc_stride_tree_position_end(&x.walk);
}
