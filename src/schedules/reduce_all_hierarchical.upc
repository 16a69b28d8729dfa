/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_all by nodes: one member of each node, its leader, combines the values of its node. The leaders then combine
 * theirs, by the schedule that is named for it, and give the result to the members of their nodes. If none is named,
 * it is doubling or, from a segment of values on, halving.
 *
 *   nodes (0 1) (2 3):   1 sends to 0, 3 to 2;  0 and 2 exchange their sums;  0 sends the result to 1, 2 to 3
 *
 * Wins for several threads on each node: fewer messages between nodes, and of log2(p) rounds only log2(nodes) cross the
 * network. Cost: that of doubling or halving among the nodes, and two steps within a node (Karonis and others, 2000).
 * For operations whose order does not matter.
 *
 * The leader of a node is the first of its members with values. Members of a node without values get the result from
 * the leaders in turn.
 */
#include "schedules/schedule.h"
#include "schedules/reduce.h"

static int has_values(const upc_stride_plan_t *P, int thread) { return upc_stride_has_part(&P->flow.src, thread); }

/* The leaders as contributors. Returns the leader of each node, by number among them; -1: the node has no values. */
static int *find_leaders(upc_stride_contributors_t *C, const upc_stride_nodes_t *x) {
  int *number = upc_stride_plan_alloc(C->plan, (size_t)x->count * sizeof(int)), r, node;
  for (node = 0; node < x->count; node++) number[node] = -1;
  for (r = 0; r < x->group->n; r++) {
    int thread = upc_stride_group_thread(x->group, r);
    if (number[x->node_of[r]] >= 0 || !has_values(C->plan, thread)) continue;
    number[x->node_of[r]] = C->n;
    upc_stride_contributors_add(C, thread);
  }
  return number;
}

/* The leader's own values become the sum of its node: what comes is combined with what there is so far. */
static void combine_node(upc_stride_contributors_t *C, const upc_stride_nodes_t *x) {
  upc_stride_plan_t *P = C->plan;
  int r;
  for (r = 0; r < x->group->n; r++) {
    int thread = upc_stride_group_thread(x->group, r);
    upc_stride_memory_t come;
    if (x->node_of[r] != x->mine || thread == MYTHREAD || !has_values(P, thread)) continue;
    come = upc_stride_plan_space(P, C->sum.bytes);
    upc_stride_plan_receive(P, thread, come);
    upc_stride_plan_combine(P, C->own, come);
    C->own = come;
  }
}

/* The result to the members that want it and are no leaders. */
static void share(const upc_stride_contributors_t *C, const upc_stride_nodes_t *x, const int *number) {
  upc_stride_plan_t *P = C->plan;
  int r, others = 0;
  for (r = 0; r < x->group->n; r++) {
    int thread = upc_stride_group_thread(x->group, r), from = number[x->node_of[r]];
    if (!upc_stride_has_part(&P->flow.dst, thread) || (from >= 0 && C->thread[from] == thread)) continue;
    if (from < 0) from = others++ % C->n;
    if (from == C->me) upc_stride_plan_send(P, thread, C->sum);
    if (thread == MYTHREAD) upc_stride_plan_receive(P, C->thread[from], C->sum);
  }
  upc_stride_fill_others(P, C->sum);
}

/* By the schedule that is named for it; else by halving from a segment of values on. */
static void combine_leaders(upc_stride_contributors_t *C, const upc_stride_choice_t *choice) {
  upc_stride_schedule_function_t *among = choice->among->function;
  if (among == upc_stride_reduce_all_ring) upc_stride_combine_ring(C);
  else if (among == upc_stride_reduce_all_halving) upc_stride_combine_halving(C);
  else if (among == upc_stride_reduce_all_doubling || C->part == 0 || C->sum.bytes <= C->part)
    upc_stride_combine_doubling(C);
  else upc_stride_combine_halving(C);
}

void upc_stride_reduce_all_hierarchical(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  upc_stride_contributors_t C;
  upc_stride_nodes_t x;
  int *number;
  upc_stride_find_nodes(&x, P, task->group);
  upc_stride_contributors_new(&C, task, (size_t)x.count);
  number = find_leaders(&C, &x);
  upc_stride_enter(task);
  C.sum = upc_stride_own_result(P);
  if (has_values(P, MYTHREAD)) C.own = upc_stride_own_values(P);
  if (has_values(P, MYTHREAD) && C.me < 0) upc_stride_plan_send(P, C.thread[number[x.mine]], C.own);
  if (C.me >= 0) {
    combine_node(&C, &x);
    combine_leaders(&C, task->choice);
  }
  share(&C, &x, number);
  upc_stride_leave(task);
}
