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
#include "transport/directory.h"

typedef struct nodes {
  upc_stride_plan_t *plan;
  const upc_stride_group_t *group;
  int count, mine;                    /* nodes with members; the caller's among them */
  int *node_of, *leader;              /* by rank: its node; by node: the leader's rank */
  size_t out, in;                     /* in the buffer                             */
} nodes_t;

/* Nodes in the order in which ranks first meet them. */
static void find_nodes(nodes_t *x) {
  const upc_stride_group_t *G = x->group;
  int r, i, *name = upc_stride_plan_alloc(x->plan, sizeof(int) * (size_t)G->n);
  x->count = 0;
  for (r = 0; r < G->n; r++) {
    int node = upc_stride_node(upc_stride_group_thread(G, r));
    for (i = 0; i < x->count && name[i] != node; i++) {}
    if (i == x->count) {
      name[x->count] = node;
      x->leader[x->count++] = r;
    }
    x->node_of[r] = i;
  }
}

/* Packs or unpacks the messages from node a to node b, one after another from the position on; null: does neither.
 * Returns their bytes. */
typedef void pack_t(upc_stride_plan_t *P, int s, int d, size_t position);

static size_t messages(const nodes_t *x, int a, int b, pack_t *pack, size_t position) {
  const upc_stride_group_t *G = x->group;
  size_t sum = 0;
  int s, d;
  for (s = 0; s < G->n; s++) {
    if (x->node_of[s] != a) continue;
    for (d = 0; d < G->n; d++) {
      int from = upc_stride_group_thread(G, s), to = upc_stride_group_thread(G, d);
      size_t bytes = x->node_of[d] == b ? upc_stride_flow_bytes(&x->plan->flow, from, to) : 0;
      if (bytes > 0 && pack != NULL) pack(x->plan, from, to, position + sum);
      sum += bytes;
    }
  }
  return sum;
}

/* This leader and the leaders `r` nodes further and before. */
static void round_of(const nodes_t *x, int r) {
  upc_stride_plan_t *P = x->plan;
  int to = (x->mine + r) % x->count, from = (x->mine - r + x->count) % x->count;
  int there = upc_stride_group_thread(x->group, x->leader[to]);
  int here = upc_stride_group_thread(x->group, x->leader[from]);
  size_t out = messages(x, x->mine, to, upc_stride_plan_pack, x->out), in = messages(x, from, x->mine, NULL, 0);
  if (in > 0) upc_stride_plan_expect(P, here, upc_stride_in_buffer(x->in, in));
  if (out > 0) upc_stride_plan_send(P, there, upc_stride_in_buffer(x->out, out));
  if (in > 0) {
    upc_stride_plan_receive(P, here, upc_stride_in_buffer(x->in, in));
    messages(x, from, x->mine, upc_stride_plan_unpack, x->in);
  }
  upc_stride_plan_wait_sent(P, 0);
}

static void as_leader(nodes_t *x) {
  upc_stride_plan_t *P = x->plan;
  size_t out = 0, in = 0;
  int i, r;
  for (i = 0; i < x->count; i++) {
    size_t there = i == x->mine ? 0 : messages(x, x->mine, i, NULL, 0);
    size_t here = i == x->mine ? 0 : messages(x, i, x->mine, NULL, 0);
    if (there > out) out = there;
    if (here > in) in = here;
  }
  x->out = upc_stride_plan_buffer(P, out);
  x->in = upc_stride_plan_buffer(P, in);
  for (r = 1; r < x->count; r++) round_of(x, r);
}

/* Members of this node other than the leader. */
static void with_members(const nodes_t *x, void (*speak)(upc_stride_plan_t *, int)) {
  int r;
  for (r = 0; r < x->group->n; r++)
    if (x->node_of[r] == x->mine && r != x->leader[x->mine]) speak(x->plan, upc_stride_group_thread(x->group, r));
}

static void inside(const nodes_t *x, const upc_stride_choice_t *choice) {
  upc_stride_group_t own;
  int r;
  upc_stride_group_empty(&own);
  for (r = 0; r < x->group->n; r++)
    if (x->node_of[r] == x->mine) upc_stride_group_add(&own, upc_stride_group_thread(x->group, r));
  upc_stride_meet_pairwise(x->plan, &own, choice);
  upc_stride_group_end(&own);
}

static void between_nodes(nodes_t *x, int leader) {
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
  nodes_t x;
  x.plan = P;
  x.group = G;
  x.node_of = upc_stride_plan_alloc(P, sizeof(int) * (size_t)G->n);
  x.leader = upc_stride_plan_alloc(P, sizeof(int) * (size_t)G->n);
  find_nodes(&x);
  x.mine = x.node_of[upc_stride_group_rank(G, MYTHREAD)];
  leader = upc_stride_group_thread(G, x.leader[x.mine]);
  upc_stride_enter(task);
  if (MYTHREAD != leader && x.count > 1) upc_stride_plan_signal(P, leader);
  if (MYTHREAD == leader && x.count > 1) with_members(&x, upc_stride_plan_await);
  inside(&x, task->choice);
  if (x.count > 1) between_nodes(&x, leader);
  upc_stride_plan_spread(P, MYTHREAD);
  upc_stride_leave(task);
}
