/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scatter down a tree. On the root's node members copy their own pieces from the root's memory, and the tree carries
 * only signals, as in broadcast_tree.upc. Elsewhere a member gets one message with the pieces of everybody below it,
 *
 *   0 - 1 - 3     1 gets what is for 1, 3 and 4, in this order, and passes on 3's and 4's parts
 *   |   \ - 4
 *   \ - 2 - 5
 *
 * which wins for short pieces in large teams between nodes: log p latencies, but each byte crosses several times.
 * Signals as in broadcast.
 */
#include "operations.h"
#include "subtree.h"

typedef struct scatter {
  upc_stride_plan_t *plan;
  upc_stride_tree_position_t walk;
  upc_stride_subtree_t below;         /* the caller and everybody below it */
  size_t base;                        /* of the message in the buffer      */
} scatter_t;

/* What goes to child i: where it is in the message, and how much. */
static size_t part_of(const scatter_t *x, int i, size_t *at, int *first, int *n) {
  upc_stride_subtree_t S;
  size_t bytes;
  int m = 0;
  upc_stride_subtree(&S, &x->walk, x->walk.child_rank[i], 1);
  bytes = S.at[S.n];
  while (x->below.thread[m] != S.thread[0] || m == 0) m++;
  *at = x->base + x->below.at[m];
  *first = m;
  *n = S.n;
  upc_stride_subtree_end(&S);
  return bytes;
}

/* A relay's parent: the message with everything for here and below. */
static void receive(const scatter_t *x) {
  const upc_stride_tree_position_t *w = &x->walk;
  size_t bytes = x->below.at[x->below.n];
  if (bytes == 0) return;
  upc_stride_plan_receive(x->plan, w->parent, upc_stride_in_buffer(x->base, bytes));
  upc_stride_plan_unpack(x->plan, w->root, MYTHREAD, x->base + x->below.at[0]);
}

/* To the relays below; on the root's node their pieces are packed first. */
static void pass_on(const scatter_t *x) {
  const upc_stride_tree_position_t *w = &x->walk;
  int i, m, first, n;
  for (i = 0; i < w->children; i++) {
    size_t at, bytes;
    if (upc_stride_edge_direct(w, w->child[i])) continue;
    bytes = part_of(x, i, &at, &first, &n);
    if (bytes == 0) continue;
    for (m = first; m < first + n && w->direct; m++)
      upc_stride_plan_pack(x->plan, w->root, x->below.thread[m], x->base + x->below.at[m]);
    upc_stride_plan_send(x->plan, w->child[i], upc_stride_in_buffer(at, bytes));
  }
}

static void move(const scatter_t *x) {
  upc_stride_plan_t *P = x->plan;
  const upc_stride_tree_position_t *w = &x->walk;
  int i;
  if (!w->direct) receive(x);
  else if (w->parent >= 0 && P->sync.in != UPC_STRIDE_NO) upc_stride_plan_await(P, w->parent);
  for (i = 0; i < w->children && P->sync.in != UPC_STRIDE_NO; i++)
    if (upc_stride_edge_direct(w, w->child[i])) upc_stride_plan_signal(P, w->child[i]);
  if (w->direct) upc_stride_plan_move(P, w->root, MYTHREAD);
  pass_on(x);
}

void upc_stride_scatter_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                             const upc_stride_choice_t *choice) {
  scatter_t x;
  x.plan = P;
  upc_stride_tree_position(&x.walk, P, T, root, choice);
  upc_stride_subtree(&x.below, &x.walk, x.walk.rank, 1);
  x.base = upc_stride_plan_buffer(P, x.walk.children > 0 || !x.walk.direct ? x.below.at[x.below.n] : 0);
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_up(&x.walk);
  move(&x);
  upc_stride_signal_done(&x.walk);
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(&x.walk);
  upc_stride_subtree_end(&x.below);
  upc_stride_tree_position_end(&x.walk);
}
