/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scatter down a tree of any shape (trees/). On the root's node members copy their own pieces from the root's memory,
 * and the tree carries only signals, as in broadcast_tree.c. Elsewhere a member gets one message with the pieces of
 * all members below it:
 *
 *   0 - 1 - 3     8 threads, binary tree: 1 gets what is for 1, 3, 7 and 4, in this order,
 *   |   |   \ - 7  and passes on the parts of 3 (with 7's) and 4
 *   |   \ - 4
 *   \ - 2 - 5
 *       \ - 6
 *
 * Wins for short pieces and many members between nodes. Cost for a binomial tree: log2(p) * latency, and
 * (p - 1) * bytes / bandwidth at the root; each byte crosses up to log2(p) edges (Thakur, Rabenseifner, Gropp, 2005).
 * Signals as in broadcast.
 */
#include "schedules/schedule.h"

/* A relay's message from its parent: all pieces for it and for the members below. */
static void receive(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, size_t base) {
  size_t bytes = w->at[w->nbelow];
  if (bytes == 0) return;
  upc_stride_plan_receive(B, w->parent.thread, upc_stride_in_buffer(base, bytes));
  upc_stride_plan_unpack(B, w->root, B->me, base + w->at[0]);
}

/* To the relays below. On the root's node their pieces are packed first. */
static void pass_on(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, size_t base) {
  int i, m;
  for (i = 0; i < w->children; i++) {
    const upc_stride_edge_t *edge = &w->child[i];
    int end = edge->first + edge->members;
    size_t start, bytes;
    if (edge->direct) continue;
    start = base + w->at[edge->first];
    bytes = w->at[end] - w->at[edge->first];
    if (bytes == 0) continue;
    for (m = edge->first; m < end && w->direct; m++)
      upc_stride_plan_pack(B, w->root, w->below[m], base + w->at[m]);
    upc_stride_plan_send(B, edge->thread, upc_stride_in_buffer(start, bytes));
  }
}

static void move(upc_stride_builder_t *B, const upc_stride_tree_position_t *w) {
  size_t base = upc_stride_plan_buffer(B, w->relays ? w->at[w->nbelow] : 0);
  int i;
  if (!w->direct) receive(B, w, base);
  else if (w->parent.thread >= 0 && B->sync.in != UPC_STRIDE_NO) upc_stride_plan_await(B, w->parent.thread);
  for (i = 0; i < w->children && B->sync.in != UPC_STRIDE_NO; i++)
    if (w->child[i].direct) upc_stride_plan_signal(B, w->child[i].thread);
  if (w->direct) upc_stride_plan_move(B, w->root, B->me);
  pass_on(B, w, base);
}

void upc_stride_scatter_tree(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_tree_position_t *w = role->down;
  if (B->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_up(B, w);
  move(B, w);
  upc_stride_signal_done(B, w);
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(B, w);
}
