/* SPDX-License-Identifier: BSD-3-Clause
 * From the members of a call to a member's plan: what the schedule is chosen by, and the member's places in trees. */
#include "schedules/schedule.h"
#include "torus/torus.h"
#include "upc_stride_operation.h"

/* Dimensions of the team's box with more than one coordinate. */
static int dimensions(const upc_stride_team_t *T) {
  int k, n = 0;
  for (k = 0; k < T->ndims; k++) n += T->size[k] > 1;
  return n;
}

static int is_section(const upc_stride_end_t *end) { return end->kind == UPC_STRIDE_AT_SECTION; }

/* Bytes of all blocks and pieces together. If they are uneven, each counts as much as the largest. */
static double work(const upc_stride_builder_t *B, size_t bytes) {
  const upc_stride_flow_t *F = B->flow;
  double d = is_section(&F->dst) ? (double)F->dst.picks.blocks : 1;
  double s = is_section(&F->src) ? (double)F->src.picks.blocks : 1;
  if (B->values != NULL && F->kind == UPC_STRIDE_PIECES_EXCHANGED) return s * (double)bytes;
  switch (F->kind) {
    case UPC_STRIDE_PIECES_ALL: case UPC_STRIDE_PIECES_EXCHANGED: return d * s * (double)bytes;
    case UPC_STRIDE_ELEMENTS: return d * (double)F->dst.picks.layout->elemsize;
    default: return (d > s ? d : s) * (double)bytes;
  }
}

/* The members on the node of the one in the middle, if threads in a row share nodes. All members compute the same. */
static int per_node(const upc_stride_group_t *G, int node_size) {
  int middle = G->n / 2, first = middle, end = middle + 1, node;
  node = upc_stride_group_thread(G, middle) / node_size;
  while (first > 0 && upc_stride_group_thread(G, first - 1) / node_size == node) first--;
  while (end < G->n && upc_stride_group_thread(G, end) / node_size == node) end++;
  return end - first;
}

void upc_stride_selector(upc_stride_selector_t *m, const upc_stride_builder_t *B, const upc_stride_members_t *M,
                         size_t bytes, int ordered, int node_size, int threads_per_core, int cores) {
  const upc_stride_flow_t *F = B->flow;
  m->operation = B->operation;
  m->bytes = F->kind == UPC_STRIDE_ELEMENTS ? bytes / (size_t)M->to.n / (size_t)M->from.n : bytes;
  m->members = M->group.n;
  m->dimensions = dimensions(is_section(&F->dst) ? &M->to : &M->from);
  m->near = B->setting->all_near();
  m->ordered = ordered;
  m->one_block = is_section(&F->src) && F->src.picks.blocks == (size_t)M->from.n;
  m->each_has_src = is_section(&F->src) && M->group.n == M->from.n;
  m->in_sync = B->sync.in != UPC_STRIDE_NO;
  m->all = (B->sync.in == UPC_STRIDE_ALL_MEMBERS) + (B->sync.out == UPC_STRIDE_ALL_MEMBERS);
  m->threads_per_core = m->near ? threads_per_core : 0;
  m->even = m->near && M->group.n % cores == 0;
  m->placed = m->operation != UPC_STRIDE_OP_BARRIER && upc_stride_flow_nominal(F);
  m->in_place = B->in_place && B->values == NULL;
  m->whole = 0;
  m->sides = upc_stride_torus_sides(M->group.team, &m->per_node);
  if (m->sides == 0) m->per_node = per_node(&M->group, node_size);
  m->work = work(B, bytes);
}

/* The member's places in the trees of a call. A tree with a root in one thread's memory spans the owners at the other
 * end. Between two sections data goes up to the first owner of src, and from there down to the owners of dst. */
static void along_trees(upc_stride_role_t *role, const upc_stride_members_t *M) {
  upc_stride_builder_t *B = role->builder;
  const upc_stride_flow_t *F = B->flow;
  int to_section = is_section(&F->dst), from_section = is_section(&F->src);
  int root = !from_section ? F->src.thread : !to_section ? F->dst.thread : upc_stride_team_thread(&M->from, 0);
  upc_stride_tree_position_t down, up;
  if (to_section && (B->me == root || upc_stride_owns(B, &F->dst))) {
    upc_stride_tree_position(&down, B, &M->to, root, role->choice);
    role->down = &down;
  }
  if (from_section && (B->me == root || upc_stride_owns(B, &F->src))) {
    upc_stride_tree_position(&up, B, &M->from, root, role->choice);
    role->up = &up;
  }
  upc_stride_schedule_function(role->choice->part[0].schedule)(role);
  if (role->down != NULL) upc_stride_tree_position_end(&down);
  if (role->up != NULL) upc_stride_tree_position_end(&up);
}

void upc_stride_write_plan(upc_stride_builder_t *B, const upc_stride_members_t *M, const upc_stride_choice_t *choice) {
  upc_stride_role_t role;
  role.builder = B;
  role.group = &M->group;
  role.choice = choice;
  role.down = role.up = NULL;
  if (choice->part[0].schedule->tree != UPC_STRIDE_NO_TREE) along_trees(&role, M);
  else upc_stride_schedule_function(choice->schedule)(&role);
}
