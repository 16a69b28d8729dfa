/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds in which the members of a group meet, as threads: in the order of the torus if the group is a team on one
 * (trees/rounds.h), else round the group. */
#include "schedules/schedule.h"
#include "trees/rounds.h"

void upc_stride_group_rounds(const upc_stride_group_t *G, int me, int *to, int *from) {
  int r, rank = upc_stride_group_rank(G, me);
  if (G->count == 0 && upc_stride_on_torus(G->team)) {
    upc_stride_topology_t topology;
    upc_stride_topology(&topology, G->team, me);
    upc_stride_rounds(&topology, rank, to, from);
    for (r = 0; r < G->n; r++) {
      to[r] = upc_stride_team_thread(G->team, to[r]);
      from[r] = upc_stride_team_thread(G->team, from[r]);
    }
    return;
  }
  upc_stride_group_round(G, rank, G->n, to);
  from[0] = to[0];
  for (r = 1; r < G->n; r++) from[r] = to[G->n - r];
}
