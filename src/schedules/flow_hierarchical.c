/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hierarchical: a schedule within each node, and one among nodes. One member of each node, its leader, speaks for all
 * of them: the message from a leader to another one is all that the flow moves from node to node. The leader packs it
 * from its members' memory, and unpacks what comes into their memory, by address. What lies in one piece in its own
 * memory, as the root's of a scatter does, it sends from there. So a schedule of flows does not see whether its
 * members are threads or nodes, and any can be among nodes.
 *
 *   nodes (0 1 2) (3 4 5):   3 packs what 3, 4 and 5 have for 0, 1 and 2, in this order, and 0 unpacks it
 *
 * Wins for short messages and many threads on each node: nodes^2 messages in place of p^2, if pairwise is among nodes.
 * Cost for a leader, then: (nodes - 1) * (latency + members^2 * bytes / bandwidth), of gather_all members * bytes. The
 * members copy nothing to the leader and nothing back. (Karonis et al.: Exploiting Hierarchy in Parallel Computer
 * Networks to Optimize Collective Operation Performance, 2000.) Signals: with IN_MYSYNC members tell their leader that
 * they have come. The leader tells them when all data from other nodes is there, and the data for other nodes is
 * packed. What goes to other nodes takes longer than what stays in the node. So a leader that only sends does so first.
 */
#include "schedules/schedule.h"

/* Members of this node other than the leader. */
static void with_members(upc_stride_builder_t *B, const upc_stride_nodes_t *x,
                         void (*speak)(upc_stride_builder_t *, int)) {
  int i;
  for (i = x->first[x->mine] + 1; i < x->first[x->mine + 1]; i++) speak(B, x->member[i]);
}

/* These members carry out a part of the choice, pairwise if it names none, with these signals. */
enum { AMONG, WITHIN };
static void carry_out(const upc_stride_role_t *role, int number, const upc_stride_group_t *G, int in, int out) {
  upc_stride_builder_t *B = role->builder;
  upc_stride_sync_t sync = B->sync;
  upc_stride_role_t part = *role;
  part.group = G;
  B->sync.in = in;
  B->sync.out = out;
  if (role->choice->parts == 1) upc_stride_flow_pairwise(&part);
  else upc_stride_schedule_function(role->choice->part[number].schedule)(&part);
  B->sync = sync;
}

static void within_node(const upc_stride_role_t *role, const upc_stride_nodes_t *x) {
  upc_stride_sync_t sync = role->builder->sync;
  upc_stride_group_t own;
  int first = x->first[x->mine];
  upc_stride_group_list(&own, x->member + first, x->first[x->mine + 1] - first);
  role->builder->spreads_later = 1;
  carry_out(role, WITHIN, &own, sync.in == UPC_STRIDE_MY ? UPC_STRIDE_MY : UPC_STRIDE_NO,
            sync.out == UPC_STRIDE_MY ? UPC_STRIDE_MY : UPC_STRIDE_NO);
  role->builder->spreads_later = 0;
  upc_stride_group_end(&own);
}

static void among_nodes(const upc_stride_role_t *role, const upc_stride_nodes_t *x) {
  upc_stride_group_t leaders;
  upc_stride_group_list(&leaders, x->leader, x->count);
  role->builder->nodes = x;
  carry_out(role, AMONG, &leaders, UPC_STRIDE_NO, UPC_STRIDE_NO);
  role->builder->nodes = NULL;
  upc_stride_group_end(&leaders);
}

/* 1: no other node sends to the leader's. */
static int only_sends(upc_stride_builder_t *B, const upc_stride_nodes_t *x) {
  upc_stride_partners_t from;
  size_t bytes = 0;
  int i;
  B->nodes = x;
  from = upc_stride_plan_partners(B, x->group, 1);
  for (i = 0; i < x->count; i++)
    if (i != x->mine && upc_stride_may_be_partner(&from, x->leader[i]))
      bytes += upc_stride_plan_bytes(B, x->leader[i], B->me);
  upc_stride_plan_partners_end(&from);
  B->nodes = NULL;
  return bytes == 0;
}

void upc_stride_flow_hierarchical(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  upc_stride_nodes_t nodes;
  int leader, sends;
  upc_stride_find_nodes(&nodes, B, role->group);
  leader = nodes.leader[nodes.mine];
  upc_stride_enter(role);
  if (nodes.count > 1 && B->sync.in == UPC_STRIDE_MY) {
    if (B->me == leader) with_members(B, &nodes, upc_stride_plan_await);
    else upc_stride_plan_signal(B, leader);
  }
  sends = nodes.count > 1 && B->me == leader && only_sends(B, &nodes);
  if (sends) among_nodes(role, &nodes);
  within_node(role, &nodes);
  if (nodes.count > 1 && B->me == leader) {
    if (!sends) among_nodes(role, &nodes);
    with_members(B, &nodes, upc_stride_plan_signal);
  } else if (nodes.count > 1) {
    upc_stride_plan_await(B, leader);
  }
  upc_stride_plan_spread(B, B->me);
  upc_stride_leave(role);
}
