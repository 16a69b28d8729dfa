/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather up a tree of any shape (trees/): scatter_tree.c in the other direction. On the root's node members write
 * their own pieces to the root's memory, and the tree carries only signals. Elsewhere a member passes on one message
 * with its own pieces and those of all members below it. Signals and data on an edge, in this order:
 *
 *   up, down  "entered", with everybody                             IN_ALLSYNC
 *   down      direct: "ready", you may write to the root            IN_MYSYNC
 *   up        relay: the data
 *   up        direct: "done", with everybody below                  OUT_MYSYNC, OUT_ALLSYNC
 *   down      "all done"                                            OUT_ALLSYNC
 *
 * Wins for short pieces and many members between nodes. Cost for a binomial tree: log2(p) * latency, and
 * (p - 1) * bytes / bandwidth at the root (Thakur, Rabenseifner, Gropp, 2005).
 */
#include "schedules/schedule.h"

/* Everything from a child that relays. On the root's node it goes on to the root's memory at once. */
static void receive(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, const upc_stride_edge_t *edge,
                    size_t base) {
  int m, end = edge->first + edge->members;
  size_t start = w->at[edge->first], bytes = w->at[end] - start;
  if (bytes == 0) return;
  upc_stride_plan_receive(B, edge->thread, upc_stride_in_buffer(base + start, bytes));
  for (m = edge->first; m < end && w->direct; m++)
    upc_stride_plan_unpack(B, w->below[m], w->root, base + w->at[m]);
}

static void enter(upc_stride_builder_t *B, const upc_stride_tree_position_t *w) {
  int i;
  if (B->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    upc_stride_signal_up(B, w);
    upc_stride_signal_down(B, w);
  }
  if (B->sync.in != UPC_STRIDE_MY) return;
  if (w->parent.thread >= 0 && w->direct) upc_stride_plan_await(B, w->parent.thread);
  for (i = 0; i < w->children; i++)
    if (w->child[i].direct) upc_stride_plan_signal(B, w->child[i].thread);
}

static void leave(upc_stride_builder_t *B, const upc_stride_tree_position_t *w, size_t base) {
  int i, report = B->sync.out != UPC_STRIDE_NO;
  for (i = 0; i < w->children; i++) /* what they wrote must be there before it is reported */
    if (report && w->child[i].direct) upc_stride_plan_await(B, w->child[i].thread);
  if (!w->direct && w->at[w->nbelow] > 0)
    upc_stride_plan_send(B, w->parent.thread, upc_stride_in_buffer(base, w->at[w->nbelow]));
  if (w->parent.thread >= 0 && w->direct && report) upc_stride_plan_signal(B, w->parent.thread);
  if (B->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_signal_down(B, w);
}

void upc_stride_gather_tree(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_tree_position_t *w = role->up;
  size_t base = upc_stride_plan_buffer(B, w->relays ? w->at[w->nbelow] : 0);
  int i;
  enter(B, w);
  if (w->direct) upc_stride_plan_move(B, B->me, w->root);
  else upc_stride_plan_pack(B, B->me, w->root, base + w->at[0]);
  for (i = 0; i < w->children; i++)
    if (!w->child[i].direct) receive(B, w, &w->child[i], base);
  leave(B, w, base);
}
