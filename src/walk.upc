/* SPDX-License-Identifier: BSD-3-Clause
 * A member's place in a tree: explained in walk.h. */
#include "walk.h"
#include "base/near.h"

#include <stdlib.h>

int upc_stride_tree_thread(const upc_stride_tree_position_t *w, int rank) {
  return rank == w->topology.root ? w->root : upc_stride_team_thread(w->team, rank);
}

/* 1 where the caller and all that the tree puts between it and the root are on the root's node. */
static int direct(const upc_stride_tree_position_t *w) {
  int rank = w->rank;
  if (upc_stride_all_near()) return 1;
  if (!upc_stride_near(w->root)) return 0;
  while (rank != w->topology.root && upc_stride_near(upc_stride_tree_thread(w, rank)))
    rank = w->tree->parent(&w->topology, rank);
  return rank == w->topology.root;
}

void upc_stride_tree_position(upc_stride_tree_position_t *w, upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                     const upc_stride_choice_t *choice) {
  int i, parent;
  w->plan = P;
  w->team = T;
  w->root = root;
  w->choice = choice;
  w->tree = choice->schedule->tree;
  upc_stride_topology(&w->topology, T, root);
  w->topology.arity = choice->arity;
  w->rank = MYTHREAD == root ? w->topology.root : upc_stride_team_rank(T, MYTHREAD);
  parent = w->tree->parent(&w->topology, w->rank);
  w->parent = parent < 0 ? -1 : upc_stride_tree_thread(w, parent);
  w->direct = direct(w);
  w->children = w->tree->children(&w->topology, w->rank);
  w->child = malloc(sizeof(int) * 2 * (size_t)(w->children + 1));
  if (w->child == NULL) upc_stride_fail(&P->site, "memory", "none for %d neighbours, must be there", w->children);
  w->child_rank = w->child + w->children;
  upc_stride_children(w->tree, &w->topology, w->rank, w->children, w->child_rank);
  if (w->tree->successive && w->children > 0) {
    upc_stride_team_round(T, w->child_rank[0], w->children, w->child);
    return;
  }
  for (i = 0; i < w->children; i++) w->child[i] = upc_stride_tree_thread(w, w->child_rank[i]);
}

void upc_stride_tree_position_end(upc_stride_tree_position_t *w) { free(w->child); }

int upc_stride_edge_direct(const upc_stride_tree_position_t *w, int thread) {
  return w->direct && upc_stride_near(thread);
}

void upc_stride_signal_up(const upc_stride_tree_position_t *w) {
  int i;
  for (i = 0; i < w->children; i++) upc_stride_plan_await(w->plan, w->child[i]);
  if (w->parent >= 0) upc_stride_plan_signal(w->plan, w->parent);
}

void upc_stride_signal_down(const upc_stride_tree_position_t *w) {
  int i;
  if (w->parent >= 0) upc_stride_plan_await(w->plan, w->parent);
  for (i = 0; i < w->children; i++) upc_stride_plan_signal(w->plan, w->child[i]);
}

static int says_done(const upc_stride_tree_position_t *w, int thread) {
  int out = w->plan->sync.out;
  return out == UPC_STRIDE_ALL_MEMBERS || (out == UPC_STRIDE_MY && upc_stride_edge_direct(w, thread));
}

void upc_stride_signal_done(const upc_stride_tree_position_t *w) {
  int i;
  for (i = 0; i < w->children; i++)
    if (says_done(w, w->child[i])) upc_stride_plan_await(w->plan, w->child[i]);
  if (w->parent >= 0 && says_done(w, w->parent)) upc_stride_plan_signal(w->plan, w->parent);
}
