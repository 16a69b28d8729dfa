/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast down several spanning trees of a torus at once, which share no link: each carries its part of the
 * message, in segments (trees/disjoint.h; Almasi, Heidelberger, Archer and others: Optimization of MPI collective
 * communication on BlueGene/L systems, ICS 2005). 2 trees on a ring, 4 on a plane of rings, 6 on a box; one for each
 * dimension where there are lines. The root's links then all send, and every member's links all receive.
 *
 * Wins for long messages on a torus. Cost: (3/2 depth - 1 + bytes / trees / segment) times that of one segment, where
 * depth is about the sum of the sizes.
 *
 * A member takes segment i of tree t in the step i + 3/2 of its depth in t, and passes it on at once. Its parent
 * sends the segment one and a half steps before. So all members have the same order of steps, and no circle of members
 * waits for each other. Once the trees are full, each step moves a segment on every link. The half step is for what a
 * member does between receiving and sending. Without it this time would delay all trees, since in each member a
 * segment of one tree waits for segments of the other trees.
 *
 * One thread of each node is in the trees. The other threads of the node get every segment from it. A root outside
 * the team sends all segments to the member nearest to it.
 */
#include "base/allocate.h"
#include "base/line.h"
#include "schedules/schedule.h"
#include "trees/disjoint.h"

#include <stdlib.h>

typedef struct torus_broadcast {
  upc_stride_builder_t *builder;
  const upc_stride_team_t *team;
  upc_stride_topology_t topology;
  int rank, root;                     /* the caller's rank; the root's thread                        */
  int trees, depth[UPC_STRIDE_DISJOINT_MOST]; /* the trees; the caller's depth in each */
  size_t segment, part;               /* bytes of a segment; of a tree's part of the message         */
  int *mate, mates;                   /* threads of the node below the caller                        */
} torus_broadcast_t;

/* Segment i of tree t, counted in steps of the caller. */
typedef struct turn {
  int tree;
  size_t i;
} turn_t;

static int thread_of(const torus_broadcast_t *b, int rank) {
  return rank == b->topology.members ? b->root : upc_stride_team_thread(b->team, rank);
}

/* Segments of tree t. */
static size_t segments(const torus_broadcast_t *b, int t) {
  size_t len = b->builder->flow->len, from = (size_t)t * b->part;
  size_t bytes = from >= len ? 0 : len - from < b->part ? len - from : b->part;
  return (bytes + b->segment - 1) / b->segment;
}

static upc_stride_memory_t memory(const torus_broadcast_t *b, upc_stride_memory_t copy, turn_t turn) {
  size_t len = b->builder->flow->len, from = (size_t)turn.tree * b->part + turn.i * b->segment;
  size_t end = ((size_t)turn.tree + 1) * b->part;
  upc_stride_memory_t m;
  if (end > len) end = len;
  m = upc_stride_memory_part(copy, from, end - from < b->segment ? end - from : b->segment);
  m.number = (unsigned)(turn.i * (size_t)b->trees) + (unsigned)turn.tree;
  return m;
}

enum { STEP = 2, BEHIND = 3 }; /* half steps from segment to segment, and from a member to its child */

/* All turns in the order of their steps; how many. */
static size_t list_turns(const torus_broadcast_t *b, turn_t **list) {
  size_t all = 0, n = 0, half;
  int t;
  for (t = 0; t < b->trees; t++) all += segments(b, t);
  *list = upc_stride_alloc(all, sizeof(turn_t), "a broadcast on the torus");
  for (half = 0; n < all; half++) {
    for (t = 0; t < b->trees; t++) {
      size_t first = BEHIND * (size_t)b->depth[t];
      if (half < first || (half - first) % STEP != 0 || (half - first) / STEP >= segments(b, t)) continue;
      (*list)[n].tree = t;
      (*list)[n++].i = (half - first) / STEP;
    }
  }
  return n;
}

/* The thread that sends the caller tree t's segments; -1: the caller is the root. */
static int sender(const torus_broadcast_t *b, int t) {
  int parent;
  if (b->rank == b->topology.root) return -1;
  parent = upc_stride_disjoint_parent(&b->topology, t, b->rank);
  return parent < 0 ? b->root : thread_of(b, parent);
}

static void pass_on(const torus_broadcast_t *b, int t, upc_stride_memory_t m) {
  int child[UPC_STRIDE_DISJOINT_MOST], n, i;
  if (b->rank == b->topology.members) { /* a root outside the team */
    upc_stride_plan_send(b->builder, thread_of(b, b->topology.nearest), m);
    return;
  }
  n = upc_stride_disjoint_children(&b->topology, t, b->rank, child);
  for (i = 0; i < n; i++) upc_stride_plan_send(b->builder, thread_of(b, child[i]), m);
  for (i = 0; i < b->mates; i++) upc_stride_plan_send(b->builder, thread_of(b, b->mate[i]), m);
}

static void take_turns(const torus_broadcast_t *b, upc_stride_memory_t copy) {
  turn_t *list;
  size_t n = list_turns(b, &list), k;
  int from[UPC_STRIDE_DISJOINT_MOST], t;
  for (t = 0; t < b->trees; t++) from[t] = sender(b, t);
  for (k = 0; k < n && k < UPC_STRIDE_EXPECTED; k++)
    if (from[list[k].tree] >= 0) upc_stride_plan_expect(b->builder, from[list[k].tree], memory(b, copy, list[k]));
  for (k = 0; k < n; k++) {
    upc_stride_memory_t m = memory(b, copy, list[k]);
    size_t next = k + UPC_STRIDE_EXPECTED;
    if (from[list[k].tree] >= 0) upc_stride_plan_receive(b->builder, from[list[k].tree], m);
    if (next < n && from[list[next].tree] >= 0)
      upc_stride_plan_expect(b->builder, from[list[next].tree], memory(b, copy, list[next]));
    pass_on(b, list[k].tree, m);
  }
  free(list);
}

/* The trees, and the caller's place in them. The threads of a node have the depth of their thread in the trees. */
static void look_up(torus_broadcast_t *b, const upc_stride_role_t *role) {
  int t, leader;
  size_t len = b->builder->flow->len;
  b->team = role->group->team;
  b->root = b->builder->flow->src.thread;
  upc_stride_topology(&b->topology, b->team, b->root);
  b->rank = b->builder->me == b->root ? b->topology.root : upc_stride_team_rank(b->team, b->builder->me);
  b->trees = upc_stride_disjoint_trees(&b->topology);
  b->segment = role->choice->segment;
  if (b->segment == 0) b->segment = upc_stride_disjoint_segment(&b->topology, len);
  if (b->trees == 0) b->trees = 1; /* all members on one node */
  b->part = upc_stride_whole_lines((len + (size_t)b->trees - 1) / (size_t)b->trees);
  b->mate = upc_stride_alloc((size_t)b->topology.members, sizeof(int), "a broadcast on the torus");
  b->mates = b->rank == b->topology.members ? 0 : upc_stride_disjoint_mates(&b->topology, b->rank, b->mate);
  for (t = 0; t < b->trees; t++) {
    b->depth[t] = 0;
    if (b->rank == b->topology.members) continue;
    leader = upc_stride_disjoint_leader(&b->topology, b->rank);
    b->depth[t] = upc_stride_disjoint_depth(&b->topology, t, leader);
  }
}

void upc_stride_broadcast_torus(const upc_stride_role_t *role) {
  torus_broadcast_t b;
  b.builder = role->builder;
  look_up(&b, role);
  upc_stride_enter(role);
  take_turns(&b, upc_stride_own_copy(b.builder));
  upc_stride_fill_own(b.builder);
  upc_stride_leave(role);
  free(b.mate);
}
