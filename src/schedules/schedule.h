/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an operation hands to a schedule, and what schedules share. A schedule is a function that writes the caller's
 * plan. The operation has found the members and the caller's place in a tree before: see src/operations.upc. */
#ifndef UPC_STRIDE_SCHEDULE_H
#define UPC_STRIDE_SCHEDULE_H

#include "plan/plan.h"
#include "schedules/schedules.h"
#include "teams/group.h"

/* An edge of a tree, at the caller's end. A *direct* edge and all edges above it join members of the root's node. Data
 * goes straight between the root's memory and the member's; the edge carries only signals. Along any other edge, a
 * *relay*, the data itself travels. */
typedef struct upc_stride_edge {
  int thread;                         /* at the other end; -1: the root has no parent                     */
  int direct;                         /* 1: as above                                                      */
  int first, members;                 /* to a child: the members below it, in the position's list `below` */
} upc_stride_edge_t;

/* The caller's place in a tree (trees.upc works it out). */
typedef struct upc_stride_tree_position {
  int root, nodes;                    /* the root's thread; members of the tree                           */
  int direct;                         /* 1: the caller is the root, or its edge to the parent is direct   */
  upc_stride_edge_t parent, *child;
  int children;
  int relays;                         /* 1: one of these edges is a relay                                 */
  int *below;                         /* of scatter and gather: the caller, then each child and all below */
  size_t *at;                         /* .. it. Where the data of each starts in a message; at[nbelow]: all */
  int nbelow;
} upc_stride_tree_position_t;

/* A call, as a schedule needs it. */
typedef struct upc_stride_task {
  upc_stride_plan_t *plan;
  const upc_stride_group_t *group;    /* all members                                                      */
  const upc_stride_choice_t *choice;
  const upc_stride_tree_position_t *down; /* the tree from the root to the owners of dst, if the schedule */
  const upc_stride_tree_position_t *up;   /* has one; from the owners of src to the root; null: not in it */
} upc_stride_task_t;

/* Gives the rows of the table their functions, at the start of the library. */
void upc_stride_schedules_open(void);

/* ---- shared by several schedules (signals.upc) ---- */

/* 1 if the caller owns a block of this end, or has the place. */
int upc_stride_owns(const upc_stride_end_t *end);

/* The barriers that ALLSYNC asks for at the start and at the end. */
void upc_stride_enter(const upc_stride_task_t *task);
void upc_stride_leave(const upc_stride_task_t *task);

/* Signals along a tree: all members below have entered, or are done; the members above tell it. */
void upc_stride_signal_up(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree);
void upc_stride_signal_down(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree);

/* "Done", from the children and to the parent: along all edges with OUT_ALLSYNC, direct ones with OUT_MYSYNC. */
void upc_stride_signal_done(upc_stride_plan_t *P, const upc_stride_tree_position_t *tree);

/* For each round from 0, the caller itself: the threads that it sends to and receives from (group_rounds.upc). */
void upc_stride_group_rounds(const upc_stride_group_t *G, int *to, int *from);

/* A broadcast down the task's tree (broadcast_tree.upc). */
void upc_stride_broadcast_tree(const upc_stride_task_t *task);

/* Pairwise without barriers (flow_pairwise.upc): the rounds between the members of a group. */
void upc_stride_meet_pairwise(upc_stride_plan_t *P, const upc_stride_group_t *G, const upc_stride_choice_t *choice);

#endif
