/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leader: the last arriver, the member that enters the call last, copies for all (engine/last_arriver.upc). Each member
 * says that it has come. The last arriver moves all of the call's data, and tells the others when all is done.
 *
 *   4 members   1, 3, 0 come and wait   2 comes, copies every piece, tells 0, 1, 3
 *
 * Wins for few bytes with ALLSYNC on one node with more threads than cores. A thread that waits must be given a core
 * again, which takes a microsecond or two. Here this happens once for each member but the last; a barrier, the data and
 * another barrier may take three times as many. Cost: 2 * latency + all bytes / bandwidth of one core. It loses for
 * many bytes, which one core copies. It synchronises like ALLSYNC, also if the call asks for less.
 */
#include "schedules/schedule.h"

/* What s has for d, if anything. */
static void move(upc_stride_builder_t *B, int s, int d) {
  if (upc_stride_flow_bytes(B->flow, s, d) > 0) upc_stride_plan_move(B, s, d);
}

static void move_all(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  const upc_stride_end_t *from = &B->flow->src, *to = &B->flow->dst;
  int r, q, one_source = from->kind == UPC_STRIDE_AT_PLACE;
  for (r = 0; r < G->n; r++) {
    int d = upc_stride_group_thread(G, r);
    if (to->kind == UPC_STRIDE_AT_PLACE && to->thread != d) continue;
    if (one_source) move(B, from->thread, d);
    for (q = 0; q < G->n && !one_source; q++) move(B, upc_stride_group_thread(G, q), d);
    upc_stride_plan_spread(B, d);
  }
}

void upc_stride_flow_last_arriver(const upc_stride_role_t *role) {
  upc_stride_plan_last_arriver_begin(role->builder, role->group);
  move_all(role->builder, role->group);
  upc_stride_plan_last_arriver_end(role->builder, role->group);
}
