/* SPDX-License-Identifier: BSD-3-Clause
 * Rounds: explained in rounds.h. */
#include "trees/rounds.h"
#include "base/allocate.h"

#include <stdlib.h>

/* The rank with number n in row-major order of coordinates, moved by them (sign 1 or -1) from c. */
static int moved(const upc_stride_topology_t *G, const int *c, const int *v, int sign) {
  int to[UPC_STRIDE_TOPOLOGY_DIMS], k;
  for (k = 0; k < G->ndims; k++) to[k] = (c[k] + sign * v[k] + G->side[k].size) % G->side[k].size;
  return upc_stride_rank_of(G, to);
}

static void distance(const upc_stride_topology_t *G, int n, int *v) {
  int k;
  for (k = G->ndims - 1; k >= 0; k--) {
    v[k] = n % G->side[k].size;
    n /= G->side[k].size;
  }
}

/* The number of the distance -v, or of v + h. */
static int other(const upc_stride_topology_t *G, const int *v, int half, int *w) {
  int n = 0, k;
  for (k = 0; k < G->ndims; k++) {
    int size = G->side[k].size;
    w[k] = (half ? v[k] + (G->side[k].node ? 0 : size / 2) : size - v[k]) % size;
    n = n * size + w[k];
  }
  return n;
}

void upc_stride_rounds(const upc_stride_topology_t *G, int rank, int *to, int *from) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], v[4][UPC_STRIDE_TOPOLOGY_DIMS], number[4], n, i, r = 0;
  unsigned char *taken;
  if (!G->torus) {
    for (r = 0; r < G->members; r++) {
      to[r] = (rank + r) % G->members;
      from[r] = (rank - r + G->members) % G->members;
    }
    return;
  }
  taken = upc_stride_alloc((size_t)G->members, 1, "the rounds of an exchange");
  upc_stride_coordinates(G, rank, c);
  for (n = 0; n < G->members; n++) {
    if (taken[n]) continue;
    number[0] = n;
    distance(G, n, v[0]);
    number[1] = other(G, v[0], 0, v[1]);
    number[2] = other(G, v[0], 1, v[2]);
    number[3] = other(G, v[2], 0, v[3]);
    for (i = 0; i < 4; i++) {
      if (taken[number[i]]) continue;
      taken[number[i]] = 1;
      to[r] = moved(G, c, v[i], 1);
      from[r++] = moved(G, c, v[i], -1);
    }
  }
  free(taken);
}
