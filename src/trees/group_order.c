/* SPDX-License-Identifier: BSD-3-Clause
 * The order of a group's members on a torus: explained in group_order.h. */
#include "trees/group_order.h"

int upc_stride_has_order(const upc_stride_group_t *G) { return G->count == 0 && upc_stride_on_torus(G->team); }

int upc_stride_order_group(const upc_stride_group_t *G, upc_stride_order_t order, int of, int *threads) {
  upc_stride_topology_t T;
  int place, found = -1, ordered = upc_stride_has_order(G);
  if (ordered) upc_stride_topology(&T, G->team, upc_stride_team_thread(G->team, 0));
  for (place = 0; place < G->n; place++) {
    int rank = place;
    if (ordered) rank = order == UPC_STRIDE_ALONG ? upc_stride_rank_along(&T, place) : upc_stride_rank_at(&T, place);
    threads[place] = upc_stride_group_thread(G, rank);
    if (threads[place] == of) found = place;
  }
  return found;
}
