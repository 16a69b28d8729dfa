/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an operation hands to a schedule, and what schedules share. A schedule is a function that writes the caller's
 * plan. The operation has found the members and the caller's place in a tree before: see src/operations.h. */
#ifndef UPC_STRIDE_SCHEDULE_H
#define UPC_STRIDE_SCHEDULE_H

#include "plan/builder.h"
#include "schedules/schedules.h"
#include "teams/team.h"
#include "trees/rounds.h"

/* An edge of a tree, at the caller's end. A *direct* edge and all edges above it join members of the root's node. Data
 * goes straight between the root's memory and the member's; the edge carries only signals. Along any other edge, a
 * *relay*, the data itself travels. */
typedef struct upc_stride_edge {
  int thread;                         /* at the other end; -1: the root has no parent                     */
  int direct;                         /* 1: as above                                                      */
  int first, members;                 /* to a child: the members below it, in the position's list `below` */
} upc_stride_edge_t;

/* The caller's place in a tree (tree_position.c works it out). */
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

/* What a member does in a call: where its plan is written, who takes part, and its places in the trees. */
typedef struct upc_stride_role {
  upc_stride_builder_t *builder;
  const upc_stride_group_t *group;    /* all members                                                      */
  const upc_stride_choice_t *choice;
  const upc_stride_tree_position_t *down; /* the tree from the root to the owners of dst, if the schedule */
  const upc_stride_tree_position_t *up;   /* has one; from the owners of src to the root; null: not in it */
} upc_stride_role_t;

/* Gives the rows of the table their functions, at the start of the library. */
void upc_stride_schedules_open(void);

/* ---- from the members of a call to a plan (write_plan.c, tree_position.c) ---- */

/* What the schedule is chosen by, but for the conduit and `helped`, as every member computes it. `bytes` are those of a
 * piece, of all values of a reduction, or of all elements of a copy. `ordered` 1: values must be combined in the
 * section's order. `node_size`: threads of the first node. */
void upc_stride_selector(upc_stride_selector_t *m, const upc_stride_builder_t *B, const upc_stride_members_t *M,
                         size_t bytes, int ordered, int node_size, int threads_per_core, int cores);

/* Lets the chosen schedule write the member's steps. */
void upc_stride_write_plan(upc_stride_builder_t *B, const upc_stride_members_t *M, const upc_stride_choice_t *choice);

/* The member's place in the choice's tree over a team and a root, which may be outside of the team. */
void upc_stride_tree_position(upc_stride_tree_position_t *w, upc_stride_builder_t *B, const upc_stride_team_t *T,
                              int root, const upc_stride_choice_t *choice);
void upc_stride_tree_position_end(upc_stride_tree_position_t *w);

/* ---- shared by several schedules (signals.c) ---- */

/* 1 if the caller owns a block of this end, or has the place. */
int upc_stride_owns(const upc_stride_builder_t *B, const upc_stride_end_t *end);

/* The barriers that ALLSYNC asks for at the start and at the end. */
void upc_stride_enter(const upc_stride_role_t *role);
void upc_stride_leave(const upc_stride_role_t *role);

/* Signals along a tree: all members below have entered, or are done; the members above tell it. */
void upc_stride_signal_up(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree);
void upc_stride_signal_down(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree);

/* Of a broadcast: the caller's own copy, which is its first block, or at the root the source; and the copies from there
 * to the caller's other blocks. */
upc_stride_memory_t upc_stride_own_copy(const upc_stride_builder_t *B);
void upc_stride_fill_own(upc_stride_builder_t *B);

/* "Done", from the children and to the parent: along all edges with OUT_ALLSYNC, direct ones with OUT_MYSYNC. */
void upc_stride_signal_done(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree);

/* For each round from 0, member `me` itself: the threads that it sends to and receives from (members.c). */
void upc_stride_group_rounds(const upc_stride_group_t *G, int me, int *to, int *from);

/* A broadcast down the member's tree (broadcast_tree.c). */
void upc_stride_broadcast_tree(const upc_stride_role_t *role);

/* Tells the program where it reads what a broadcast brings: near to the root in the root's memory, else in its own
 * copy. The tree is null if the schedule has none. */
void upc_stride_plan_lent(upc_stride_builder_t *B, const upc_stride_tree_position_t *tree);

/* Pairwise without barriers (flow_pairwise.c): the rounds between the members of a group. */
void upc_stride_meet_pairwise(upc_stride_builder_t *B, const upc_stride_group_t *G, const upc_stride_choice_t *choice);

/* What is among leaders, or within a node, if no other schedule is named (flow_pairwise.c). */
upc_stride_schedule_function_t upc_stride_flow_pairwise;

/* Bruck's rounds, of bytes in the call's buffer: bytes(B, s, d) of them go from thread s to thread d. */
typedef size_t upc_stride_between_t(const upc_stride_builder_t *B, int s, int d);

/* From each member to each other one (flow_bruck.c). held_at[d]: where the bytes lie that go to the member d ranks on,
 * and, after the rounds, those that came from the member d ranks before. */
typedef struct upc_stride_bruck {
  upc_stride_builder_t *builder;
  const upc_stride_group_t *group;
  upc_stride_between_t *bytes;
  long long n, me;
  size_t *held_at;
  size_t out, in;                     /* where messages are put together and taken apart */
} upc_stride_bruck_t;

upc_stride_bruck_t upc_stride_bruck_begin(const upc_stride_role_t *role, upc_stride_between_t *bytes);
void upc_stride_bruck_rounds(const upc_stride_bruck_t *b);
int upc_stride_bruck_member(const upc_stride_bruck_t *b, long long rank); /* the thread; counted round the end */

/* From each member to all (gather_all_bruck.c). at[i]: where the bytes lie of the member i places before; before the
 * rounds only at[0] is set. */
typedef struct upc_stride_gather_bruck {
  upc_stride_builder_t *builder;
  upc_stride_between_t *bytes;
  int *thread;                        /* by place in the order of the torus */
  long long n, me;
  int sample;                         /* a member that gets everything: tells the bytes of a member */
  size_t *at;
} upc_stride_gather_bruck_t;

upc_stride_gather_bruck_t upc_stride_gather_bruck_begin(const upc_stride_role_t *role, upc_stride_between_t *bytes);
void upc_stride_gather_bruck_rounds(const upc_stride_gather_bruck_t *b);
int upc_stride_gather_bruck_member(const upc_stride_gather_bruck_t *b, long long place);

/* What the algorithms of gather_all share: members in an order, and the memory in which a member collects the pieces of
 * all of them in this order. This memory is the caller's first block of dst, if the pieces lie there in this order and
 * without gaps, else a part of the call's buffer. Members that own no block of dst pass pieces on, too. Only the
 * caller writes this memory: MYSYNC needs no signals. */

typedef struct upc_stride_gathered {
  upc_stride_builder_t *builder;
  int n, me, *thread;                 /* by place in the order: the thread; the caller's place */
  size_t *at;                         /* place i's pieces are bytes at[i] .. at[i+1]-1         */
  upc_stride_memory_t memory;
  int in_place;                       /* 1: it is the block of dst                             */
} upc_stride_gathered_t;

/* The signals of ALLSYNC at the start, the order, the memory, and the caller's own pieces in it. */
void upc_stride_gathered_begin(upc_stride_gathered_t *g, const upc_stride_role_t *role, upc_stride_order_t order);

/* The pieces of `count` successive places from `place` on, which is counted round the end; they may not cross the end.
 * `number` is the message's. */
upc_stride_memory_t upc_stride_gathered(const upc_stride_gathered_t *g, int place, int count, unsigned number);

/* The thread at a place, counted round the end. */
int upc_stride_gathered_thread(const upc_stride_gathered_t *g, int place);

/* The pieces to where they belong, and the signals of ALLSYNC. */
void upc_stride_gathered_end(const upc_stride_gathered_t *g, const upc_stride_role_t *role);

/* Rounds of messages, several of them under way. In each round the caller sends a message and
 * receives one. Used by schedules in which each member meets all others (flow_pairwise.c, exchange_torus.c). */

typedef struct upc_stride_round_message {
  int thread;                         /* to or from it                                                          */
  int packed;                         /* 1: several pieces of memory, which are packed in the buffer            */
  upc_stride_memory_t memory;         /* no bytes: there is no message. If packed, its position is computed here   */
} upc_stride_round_message_t;

typedef struct upc_stride_rounds {
  upc_stride_builder_t *builder;
  int n, at_once;                     /* rounds 1 .. n - 1, of which 1 .. UPC_STRIDE_MOST_AT_ONCE are under way */
  upc_stride_round_message_t *out, *in; /* by round, n of each                                                  */
  int *sent;                          /* by round: how many messages of the plan had been sent after it         */
} upc_stride_rounds_t;

/* Rounds without messages yet, for the caller to fill in; upc_stride_rounds_end frees them. */
upc_stride_rounds_t upc_stride_rounds_new(upc_stride_builder_t *B, int n, int at_once);

/* Writes the steps up to the first that waits, then the others: what needs no waiting may go between them. Messages of
 * members that have other numbers of rounds under way fit together. */
void upc_stride_rounds_begin(upc_stride_rounds_t *x);
void upc_stride_rounds_end(upc_stride_rounds_t *x);

#endif
