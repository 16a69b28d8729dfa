/* SPDX-License-Identifier: BSD-3-Clause
 * Rounds, and the order of the members of a group on a torus: explained in rounds.h. */
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

static int have_common_factor(int a, int b) {
  while (b > 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a > 1;
}

/* 1 if any four rounds load a ring alike. Half way round, messages go up from even places and down from odd ones, so
 * that every link has as many of them if n / 2 is even. */
static int all_alike(const upc_stride_topology_t *G) {
  int k;
  for (k = 0; k < G->ndims; k++)
    if (G->side[k].ring && G->side[k].size > 2 && G->side[k].size % 4 != 0) return 0;
  return 1;
}

/* What is added to the number of a distance to get the next one. Where four rounds do not load all rings alike, one in
 * each coordinate: so the distances that load a ring unevenly do not follow each other. */
static int next_distance(const upc_stride_topology_t *G) {
  int sum = 0, k;
  if (all_alike(G)) return 1;
  for (k = 0; k < G->ndims; k++) sum = sum * G->side[k].size + (G->side[k].size > 1);
  while (sum > 1 && have_common_factor(sum, G->members)) sum--;
  return sum > 0 ? sum : 1;
}

void upc_stride_rounds(const upc_stride_topology_t *G, int rank, int *to, int *from) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], v[4][UPC_STRIDE_TOPOLOGY_DIMS], number[4], n, i, r = 0, step, seen;
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
  step = next_distance(G);
  for (n = 0, seen = 0; seen < G->members; seen++, n = (int)(((long long)n + step) % G->members)) {
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

/* ---- the order of a group ---- */

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
