/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leader: the member that comes last copies for all (last.upc). Everybody says that he has come; the last moves all of the
 * operation's data, and tells everybody that all is done.
 *
 *   4 members   1, 3, 0 come and wait   2 comes, copies every piece, tells 0, 1, 3
 *
 * Wins for few bytes in one node where there are more threads than cores and ALLSYNC is asked for: who waits must be
 * given a core again, at a microsecond or two, and here that is once for each but the last, where a barrier, the data and
 * another barrier may take three times. Loses for many bytes, which one core copies. Gives ALLSYNC, whatever is asked for.
 */
#include "operations.h"

/* What s has for d, if anything. */
static void move(upc_stride_plan_t *P, int s, int d) {
  if (upc_stride_flow_bytes(&P->flow, s, d) > 0) upc_stride_plan_move(P, s, d);
}

static void move_all(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  const upc_stride_end_t *from = &P->flow.src, *to = &P->flow.dst;
  int r, q, one_source = from->kind == UPC_STRIDE_AT_PLACE;
  for (r = 0; r < G->n; r++) {
    int d = upc_stride_group_thread(G, r);
    if (to->kind == UPC_STRIDE_AT_PLACE && to->thread != d) continue;
    if (one_source) move(P, from->thread, d);
    for (q = 0; q < G->n && !one_source; q++) move(P, upc_stride_group_thread(G, q), d);
    upc_stride_plan_spread(P, d);
  }
}

void upc_stride_flow_last_arriver(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  upc_stride_plan_last_arriver_begin(P, G);
  move_all(P, G);
  upc_stride_plan_last_arriver_end(P, G);
}
