/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The nodes that the members of a group are on. Each node has a leader, the first of its members in the group's order,
 * which speaks for all of them to other nodes. */
#ifndef UPC_STRIDE_NODES_H
#define UPC_STRIDE_NODES_H

#include "schedules/schedule.h"

typedef struct upc_stride_nodes {
  const upc_stride_group_t *group;
  int count, mine;                    /* nodes, in the order in which ranks first meet them; the caller's */
  int *node_of, *leader;              /* by rank: its node; by node: the leader's rank */
} upc_stride_nodes_t;

/* Finds the nodes. `first`, a thread, leads its node if it is a member; -1: no preference. */
void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_plan_t *P, const upc_stride_group_t *G, int first);

/* The leader of a node, as a thread. */
int upc_stride_leader(const upc_stride_nodes_t *x, int node);

#endif
