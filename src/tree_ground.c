/* SPDX-License-Identifier: BSD-3-Clause
 * What a tree is drawn over, from a team and a root. */
#include "torus.h"
#include "tree.h"

void upc_stride_ground(upc_stride_ground_t *G, const upc_stride_team_t *T, int root_thread) {
  int rank = upc_stride_team_rank(T, root_thread), k;
  G->members = T->n;
  G->root = rank < 0 ? T->n : rank;
  G->nearest = rank < 0 ? upc_stride_team_nearest(T, root_thread) : rank;
  G->arity = 2;
  G->ndims = 0;
  for (k = 0; k < T->ndims; k++) upc_stride_torus_dimension(G, T, k);
}
