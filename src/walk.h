/* SPDX-License-Identifier: BSD-3-Clause
 * A member's place in a tree, as threads: what the schedules of rooted operations walk.
 *
 * An edge is *direct* where it and all above it are between members of the root's node: data goes straight between the
 * root's memory and the member's, and the edge only carries signals. Any other is a *relay*: data goes along it, also
 * to a member of the root's node, if it is reached by way of another node. */
#ifndef UPC_STRIDE_WALK_H
#define UPC_STRIDE_WALK_H

#include "schedules/choose.h"
#include "plan/plan.h"

typedef struct upc_stride_tree_position {
  upc_stride_plan_t *plan;
  upc_stride_topology_t topology;
  const upc_stride_team_t *team;
  const upc_stride_tree_t *tree;
  const upc_stride_choice_t *choice;
  int root, rank;                     /* the root's thread; the caller's rank         */
  int parent, children;               /* threads: the parent's, or -1; how many below */
  int direct;                         /* 1: the edge to the parent is; at the root    */
  int *child, *child_rank;            /* their threads, their ranks                   */
} upc_stride_tree_position_t;

void upc_stride_tree_position(upc_stride_tree_position_t *w, upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                     const upc_stride_choice_t *choice);
void upc_stride_tree_position_end(upc_stride_tree_position_t *w);

int upc_stride_tree_thread(const upc_stride_tree_position_t *w, int rank);

/* 1 if the edge to that parent or child is direct. */
int upc_stride_edge_direct(const upc_stride_tree_position_t *w, int thread);

/* Signals: everybody below has come, or is done; everybody above says so. */
void upc_stride_signal_up(const upc_stride_tree_position_t *w);
void upc_stride_signal_down(const upc_stride_tree_position_t *w);

/* "Done", from below and up: where everybody is to know, else on direct edges, unless nobody is. */
void upc_stride_signal_done(const upc_stride_tree_position_t *w);

#endif
