/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hierarchical: one member of each node, its leader, exchanges one message with the leader of each other node. It does
 * so for all members of its node: it reads and writes their memory by address. Within a node members meet pairwise.
 *
 *   nodes (0 1 2) (3 4 5):   3 packs what 3, 4 and 5 have for 0, 1 and 2, in this order, and 0 unpacks it
 *
 * Wins for short messages and many threads on each node: nodes^2 messages in place of p^2. Cost for a leader:
 * (nodes - 1) * (latency + members^2 * bytes / bandwidth). The members copy nothing to the leader and nothing back.
 * (Karonis et al.: Exploiting Hierarchy in Parallel Computer Networks to Optimize Collective Operation Performance,
 * 2000.) Signals: members tell their leader that they have come. The leader tells them when all data from other
 * nodes is there, and the data for other nodes is packed.
 */
#include "schedules/schedule.h"

typedef struct meeting {
  upc_stride_plan_t *plan;
  const upc_stride_group_t *group;
  const upc_stride_nodes_t *nodes;
  size_t out, in;                     /* in the buffer */
} meeting_t;

/* Packs or unpacks the messages from node a to node b, one after another from the position on; null: does neither.
 * Returns their bytes. */
typedef void pack_t(upc_stride_plan_t *P, int s, int d, size_t position);

static size_t messages(const meeting_t *x, int a, int b, pack_t *pack, size_t position) {
  const upc_stride_group_t *G = x->group;
  size_t sum = 0;
  int s, d;
  for (s = 0; s < G->n; s++) {
    if (x->nodes->node_of[s] != a) continue;
    for (d = 0; d < G->n; d++) {
      int from = upc_stride_group_thread(G, s), to = upc_stride_group_thread(G, d);
      size_t bytes = x->nodes->node_of[d] == b ? upc_stride_flow_bytes(&x->plan->flow, from, to) : 0;
      if (bytes > 0 && pack != NULL) pack(x->plan, from, to, position + sum);
      sum += bytes;
    }
  }
  return sum;
}

/* This leader and the leaders `r` nodes further and before. */
static void round_of(const meeting_t *x, int r) {
  upc_stride_plan_t *P = x->plan;
  int to = (x->nodes->mine + r) % x->nodes->count, from = (x->nodes->mine - r + x->nodes->count) % x->nodes->count;
  size_t out = messages(x, x->nodes->mine, to, upc_stride_plan_pack, x->out);
  size_t in = messages(x, from, x->nodes->mine, NULL, 0);
  upc_stride_plan_exchange(P, upc_stride_leader(x->nodes, to), upc_stride_in_buffer(x->out, out),
                           upc_stride_leader(x->nodes, from), upc_stride_in_buffer(x->in, in));
  messages(x, from, x->nodes->mine, upc_stride_plan_unpack, x->in);
  upc_stride_plan_wait_sent(P, 0);
}

static void as_leader(meeting_t *x) {
  upc_stride_plan_t *P = x->plan;
  size_t out = 0, in = 0;
  int i, r;
  for (i = 0; i < x->nodes->count; i++) {
    size_t there = i == x->nodes->mine ? 0 : messages(x, x->nodes->mine, i, NULL, 0);
    size_t here = i == x->nodes->mine ? 0 : messages(x, i, x->nodes->mine, NULL, 0);
    if (there > out) out = there;
    if (here > in) in = here;
  }
  x->out = upc_stride_plan_buffer(P, out);
  x->in = upc_stride_plan_buffer(P, in);
  for (r = 1; r < x->nodes->count; r++) round_of(x, r);
}

/* Members of this node other than the leader. */
static void with_members(const meeting_t *x, void (*speak)(upc_stride_plan_t *, int)) {
  int r, leader = x->nodes->leader[x->nodes->mine];
  for (r = 0; r < x->group->n; r++)
    if (x->nodes->node_of[r] == x->nodes->mine && r != leader) speak(x->plan, upc_stride_group_thread(x->group, r));
}

static void inside(const meeting_t *x, const upc_stride_choice_t *choice) {
  upc_stride_group_t own;
  int r;
  upc_stride_group_empty(&own);
  for (r = 0; r < x->group->n; r++)
    if (x->nodes->node_of[r] == x->nodes->mine) upc_stride_group_add(&own, upc_stride_group_thread(x->group, r));
  upc_stride_meet_pairwise(x->plan, &own, choice);
  upc_stride_group_end(&own);
}

static void between_nodes(meeting_t *x, int leader) {
  if (MYTHREAD != leader) {
    upc_stride_plan_await(x->plan, leader);
    return;
  }
  as_leader(x);
  with_members(x, upc_stride_plan_signal);
}

void upc_stride_flow_hierarchical(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_group_t *G = task->group;
  int leader;
  upc_stride_nodes_t nodes;
  meeting_t x;
  x.plan = P;
  x.group = G;
  x.nodes = &nodes;
  upc_stride_find_nodes(&nodes, P, G);
  leader = upc_stride_leader(&nodes, nodes.mine);
  upc_stride_enter(task);
  if (MYTHREAD != leader && nodes.count > 1) upc_stride_plan_signal(P, leader);
  if (MYTHREAD == leader && nodes.count > 1) with_members(&x, upc_stride_plan_await);
  inside(&x, task->choice);
  if (nodes.count > 1) between_nodes(&x, leader);
  upc_stride_plan_spread(P, MYTHREAD);
  upc_stride_leave(task);
}
