/* SPDX-License-Identifier: BSD-3-Clause
 * Coordinates, and the members of a team in the order of the torus.
 *
 * Places are counted from the root, which has place 0. The sides of one node come last, so that threads of a node are
 * next to each other. Example, rings of 2 x 4 with the root at (1,2):
 *
 *   row-major from the root           12 13 10 11 02 03 00 01
 *   along, each next to the last      12 13 10 11 01 00 03 02
 */
#include "trees/tree.h"

void upc_stride_coordinates(const upc_stride_topology_t *G, int rank, int *c) {
  int digit[UPC_STRIDE_TOPOLOGY_DIMS], k, i;
  for (k = G->ndims - 1; k >= 0; k--) {
    c[k] = digit[k] = rank % G->side[k].size;
    rank /= G->side[k].size;
  }
  if (!G->torus) return;
  for (k = 0; k < G->ndims; k++) {
    const upc_stride_side_t *s = &G->side[k];
    int odd = s->odd;
    if (!s->back) continue;
    for (i = 0; i < k; i++) odd ^= s->counted >> i & (unsigned)digit[i] & 1;
    if (odd) c[k] = s->size - 1 - digit[k];
  }
}

int upc_stride_rank_of(const upc_stride_topology_t *G, const int *c) {
  int digit[UPC_STRIDE_TOPOLOGY_DIMS], rank = 0, k, i;
  for (k = 0; k < G->ndims; k++) {
    const upc_stride_side_t *s = &G->side[k];
    int odd = s->odd;
    digit[k] = c[k];
    if (G->torus && s->back) {
      for (i = 0; i < k; i++) odd ^= s->counted >> i & (unsigned)digit[i] & 1;
      if (odd) digit[k] = s->size - 1 - c[k];
    }
    rank = rank * s->size + digit[k];
  }
  return rank;
}

int upc_stride_rank_beside(const upc_stride_topology_t *G, const int *c, int k, int way) {
  int to[UPC_STRIDE_TOPOLOGY_DIMS], n = G->side[k].size, i;
  for (i = 0; i < G->ndims; i++) to[i] = c[i];
  to[k] = (c[k] + way + n) % n;
  return upc_stride_rank_of(G, to);
}

/* The sides from the slowest to the fastest. An even ring comes first, so that the end of an order along it is next to
 * its start. The sides within a node come last. */
static void arrange(const upc_stride_topology_t *G, int *order) {
  int k, n = 0, top = -1;
  for (k = 0; k < G->ndims && top < 0; k++)
    if (G->side[k].ring && G->side[k].size % 2 == 0 && !G->side[k].node) top = k;
  if (top >= 0) order[n++] = top;
  for (k = 0; k < G->ndims; k++)
    if (k != top && !G->side[k].node) order[n++] = k;
  for (k = 0; k < G->ndims; k++)
    if (G->side[k].node) order[n++] = k;
}

/* The number of a place with coordinates c, row-major in that order; back and forth if `along`. */
static int number(const upc_stride_topology_t *G, const int *order, const int *c, int along) {
  int n = 0, i;
  for (i = 0; i < G->ndims; i++) {
    int size = G->side[order[i]].size, x = c[order[i]];
    n = n * size + (along && n % 2 == 1 ? size - 1 - x : x);
  }
  return n;
}

static void place_with(const upc_stride_topology_t *G, const int *order, int n, int along, int *c) {
  int i;
  for (i = G->ndims - 1; i >= 0; i--) {
    int size = G->side[order[i]].size, x = n % size;
    n /= size;
    c[order[i]] = along && n % 2 == 1 ? size - 1 - x : x;
  }
}

/* Moves c by the root's coordinates, on every side round its end. */
static void shift(const upc_stride_topology_t *G, int *c, int sign) {
  int root[UPC_STRIDE_TOPOLOGY_DIMS], k;
  upc_stride_coordinates(G, G->nearest, root);
  for (k = 0; k < G->ndims; k++) c[k] = (c[k] + sign * root[k] + G->side[k].size) % G->side[k].size;
}

int upc_stride_torus_order(const upc_stride_topology_t *G, int rank) {
  int order[UPC_STRIDE_TOPOLOGY_DIMS], c[UPC_STRIDE_TOPOLOGY_DIMS], outside = G->root == G->members;
  if (outside && rank == G->root) return 0;
  arrange(G, order);
  upc_stride_coordinates(G, rank, c);
  shift(G, c, -1);
  return number(G, order, c, 0) + outside;
}

int upc_stride_torus_rank_at(const upc_stride_topology_t *G, int place) {
  int order[UPC_STRIDE_TOPOLOGY_DIMS], c[UPC_STRIDE_TOPOLOGY_DIMS], outside = G->root == G->members;
  if (outside && place == 0) return G->root;
  arrange(G, order);
  place_with(G, order, place - outside, 0, c);
  shift(G, c, 1);
  return upc_stride_rank_of(G, c);
}

/* Along, the order itself stays, and the root is somewhere in it: the start of a ring of all members. */
static int along_of(const upc_stride_topology_t *G, const int *order, int rank) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS];
  upc_stride_coordinates(G, rank, c);
  return number(G, order, c, 1);
}

int upc_stride_place_along(const upc_stride_topology_t *G, int rank) {
  int order[UPC_STRIDE_TOPOLOGY_DIMS], outside = G->root == G->members;
  if (!G->torus) return upc_stride_place(G, rank);
  if (outside && rank == G->root) return 0;
  arrange(G, order);
  return (along_of(G, order, rank) - along_of(G, order, G->nearest) + G->members) % G->members + outside;
}

int upc_stride_rank_along(const upc_stride_topology_t *G, int place) {
  int order[UPC_STRIDE_TOPOLOGY_DIMS], c[UPC_STRIDE_TOPOLOGY_DIMS], outside = G->root == G->members;
  if (!G->torus) return upc_stride_rank_at(G, place);
  if (outside && place == 0) return G->root;
  arrange(G, order);
  place_with(G, order, (place - outside + along_of(G, order, G->nearest)) % G->members, 1, c);
  return upc_stride_rank_of(G, c);
}
