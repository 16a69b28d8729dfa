/* SPDX-License-Identifier: BSD-3-Clause
 * What every operation does once its arguments are checked: it chooses a schedule and hands over to it. */
#include "operations.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"
#include "checked/checked.h"
#include "choice/rule.h"
#include "schedules/schedules.h"

/* Dimensions of the team's box with more than one coordinate. */
static int dimensions(const upc_stride_team_t *T) {
  int k, n = 0;
  for (k = 0; k < T->ndims; k++) n += T->size[k] > 1;
  return n;
}

/* Bytes of all blocks and pieces together. If they are uneven, each counts as much as the largest. */
static double work(const upc_stride_plan_t *P, size_t bytes) {
  double d = P->flow->dst.kind == UPC_STRIDE_AT_SECTION ? (double)P->flow->dst.picks.blocks : 1;
  double s = P->flow->src.kind == UPC_STRIDE_AT_SECTION ? (double)P->flow->src.picks.blocks : 1;
  if (P->extra != NULL && P->flow->kind == UPC_STRIDE_SLOTS) return s * (double)bytes;
  switch (P->flow->kind) {
    case UPC_STRIDE_PIECES_ALL: case UPC_STRIDE_SLOTS: return d * s * (double)bytes;
    case UPC_STRIDE_ELEMENTS: return d * (double)P->flow->dst.picks.layout->elemsize;
    default: return (d > s ? d : s) * (double)bytes;
  }
}

/* The members on the node of the one in the middle, if threads in a row share nodes. All members compute the same. */
static int per_node(const upc_stride_group_t *G) {
  int middle = G->n / 2, first = middle, end = middle + 1, size = upc_stride_node_size(), node;
  node = upc_stride_group_thread(G, middle) / size;
  while (first > 0 && upc_stride_group_thread(G, first - 1) / size == node) first--;
  while (end < G->n && upc_stride_group_thread(G, end) / size == node) end++;
  return end - first;
}

void upc_stride_plan_begin(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  if (upc_stride_views != NULL) upc_stride_plan_view_copies(P, G);
  if (upc_stride_environment()->check) upc_stride_plan_check(P, G);
}

void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_plan_t *P, const upc_stride_members_t *M,
                           size_t bytes, int ordered) {
  const upc_stride_environment_t *environment = upc_stride_environment();
  upc_stride_selector_t m;
  m.operation = P->args.operation;
  m.bytes = P->flow->kind == UPC_STRIDE_ELEMENTS ? bytes / (size_t)M->to.n / (size_t)M->from.n : bytes;
  m.members = M->group.n;
  m.dimensions = dimensions(P->flow->dst.kind == UPC_STRIDE_AT_SECTION ? &M->to : &M->from);
  m.near = upc_stride_all_near();
  m.ordered = ordered;
  m.one_block = P->flow->src.kind == UPC_STRIDE_AT_SECTION && P->flow->src.picks.blocks == (size_t)M->from.n;
  m.each_has_src = P->flow->src.kind == UPC_STRIDE_AT_SECTION && M->group.n == M->from.n;
  m.in_sync = P->sync.in != UPC_STRIDE_NO;
  m.all = (P->sync.in == UPC_STRIDE_ALL_MEMBERS) + (P->sync.out == UPC_STRIDE_ALL_MEMBERS);
  m.threads_per_core = m.near ? (THREADS + upc_stride_cores() - 1) / upc_stride_cores() : 0;
  m.even = m.near && M->group.n % upc_stride_cores() == 0;
  m.placed = m.operation != UPC_STRIDE_OP_BARRIER && upc_stride_flow_nominal(P->flow);
  m.whole = 0;
  m.sides = upc_stride_torus_sides(M->group.team, &m.per_node);
  if (m.sides == 0) m.per_node = per_node(&M->group);
  m.work = work(P, bytes);
  m.conduit = upc_stride_conduit();
  m.helped = P->args.split && upc_stride_has_helper();
  upc_stride_choose(choice, &m);
  if (environment->verbose && upc_stride_group_rank(&M->group, MYTHREAD) == 0) upc_stride_verbose_choice(choice, &m);
  upc_stride_plan_begin(P, &M->group);
}

/* The caller's places in the trees of a call. A tree with a root in one thread's memory spans the owners at the other
 * end. Between two sections data goes up to the first owner of src, and from there down to the owners of dst. */
static void hand_over_trees(upc_stride_task_t *task, const upc_stride_members_t *M) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_flow_t *F = P->flow;
  int to_section = F->dst.kind == UPC_STRIDE_AT_SECTION, from_section = F->src.kind == UPC_STRIDE_AT_SECTION;
  int root = !from_section ? F->src.thread : !to_section ? F->dst.thread : upc_stride_team_thread(&M->from, 0);
  upc_stride_tree_position_t down, up;
  if (to_section && (MYTHREAD == root || upc_stride_owns(&F->dst))) {
    upc_stride_tree_position(&down, P, &M->to, root, task->choice);
    task->down = &down;
  }
  if (from_section && (MYTHREAD == root || upc_stride_owns(&F->src))) {
    upc_stride_tree_position(&up, P, &M->from, root, task->choice);
    task->up = &up;
  }
  task->choice->part[0].schedule->function(task);
  if (task->down != NULL) upc_stride_tree_position_end(&down);
  if (task->up != NULL) upc_stride_tree_position_end(&up);
}

void upc_stride_hand_over(upc_stride_plan_t *P, size_t bytes, int ordered) {
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  upc_stride_task_t task;
  if (bytes == 0 || !upc_stride_members(&M, P, bytes)) return;
  upc_stride_choose_for(&choice, P, &M, bytes, ordered);
  task.plan = P;
  task.group = &M.group;
  task.choice = &choice;
  task.down = task.up = NULL;
  if (choice.part[0].schedule->tree != UPC_STRIDE_NO_TREE) hand_over_trees(&task, &M);
  else choice.schedule->function(&task);
  upc_stride_members_end(&M, P);
}
