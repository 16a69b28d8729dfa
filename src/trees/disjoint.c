/* SPDX-License-Identifier: BSD-3-Clause
 * Trees that share no link: explained in disjoint.h. */
#include "trees/disjoint.h"
#include "base/tuned.h"

/* The sides with links, and whether all of them are rings with two links a place. */
typedef struct sides {
  int n, side[UPC_STRIDE_TOPOLOGY_DIMS], rings;
} sides_t;

static sides_t sides_of(const upc_stride_topology_t *G) {
  sides_t s;
  int k;
  s.n = 0;
  s.rings = 1;
  for (k = 0; k < G->ndims; k++) {
    const upc_stride_side_t *side = &G->side[k];
    if (side->size == 1 || side->node) continue;
    s.rings &= side->ring && side->size > 2;
    s.side[s.n++] = k;
  }
  return s;
}

int upc_stride_disjoint_trees(const upc_stride_topology_t *G) {
  sides_t s = sides_of(G);
  return s.rings ? 2 * s.n : s.n;
}

/* The way to the parent in tree t along side k, from coordinate c: 1 is up. On rings the first n trees go up from the
 * root, so their parents are down, and the others are their mirror images. On lines a tree goes both ways. There the
 * members with the root's coordinate hang behind a neighbour, the one above if there is one. */
static int back(const upc_stride_topology_t *G, const sides_t *s, int t, int k, int c, int root) {
  if (s->rings) return t < s->n ? -1 : 1;
  if (c == root) return c + 1 < G->side[k].size ? 1 : -1;
  return c > root ? -1 : 1;
}

int upc_stride_disjoint_leader(const upc_stride_topology_t *G, int rank) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], root[UPC_STRIDE_TOPOLOGY_DIMS], k;
  upc_stride_coordinates(G, rank, c);
  upc_stride_coordinates(G, G->nearest, root);
  for (k = 0; k < G->ndims; k++)
    if (G->side[k].node) c[k] = root[k];
  return upc_stride_rank_of(G, c);
}

int upc_stride_disjoint_parent(const upc_stride_topology_t *G, int t, int rank) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], root[UPC_STRIDE_TOPOLOGY_DIMS], first, last, i, k;
  sides_t s = sides_of(G);
  if (rank == G->nearest) return -1;
  upc_stride_coordinates(G, rank, c);
  upc_stride_coordinates(G, G->nearest, root);
  i = upc_stride_disjoint_leader(G, rank);
  if (i != rank) return i;
  first = last = t % s.n;
  if (c[s.side[first]] != root[s.side[first]])
    for (i = 1; i < s.n; i++) {
      k = (first + i) % s.n;
      if (c[s.side[k]] != root[s.side[k]]) last = k;
    }
  k = s.side[last];
  return upc_stride_rank_beside(G, c, k, back(G, &s, t, k, c[k], root[k]));
}

int upc_stride_disjoint_depth(const upc_stride_topology_t *G, int t, int rank) {
  int depth = 0;
  while (rank != G->nearest) {
    rank = upc_stride_disjoint_parent(G, t, rank);
    depth++;
  }
  return depth;
}

int upc_stride_disjoint_children(const upc_stride_topology_t *G, int t, int rank, int *child) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], n = 0, i, way;
  sides_t s = sides_of(G);
  upc_stride_coordinates(G, rank, c);
  if (upc_stride_disjoint_leader(G, rank) != rank) return 0;
  for (i = 0; i < s.n; i++) {
    for (way = 1; way >= -1; way -= 2) {
      int at = upc_stride_rank_beside(G, c, s.side[i], way);
      if (way == -1 && G->side[s.side[i]].size == 2) continue; /* the same neighbour */
      if (at != rank && upc_stride_disjoint_parent(G, t, at) == rank) child[n++] = at;
    }
  }
  return n;
}

int upc_stride_disjoint_mates(const upc_stride_topology_t *G, int rank, int *mate) {
  int c[UPC_STRIDE_TOPOLOGY_DIMS], n = 0, k, places = 1, i;
  upc_stride_coordinates(G, rank, c);
  if (upc_stride_disjoint_leader(G, rank) != rank) return 0;
  for (k = 0; k < G->ndims; k++) places *= G->side[k].node ? G->side[k].size : 1;
  for (i = 0; i < places; i++) {
    int rest = i;
    for (k = 0; k < G->ndims; k++) {
      if (!G->side[k].node) continue;
      c[k] = rest % G->side[k].size;
      rest /= G->side[k].size;
    }
    mate[n] = upc_stride_rank_of(G, c);
    n += mate[n] != rank;
  }
  return n;
}

int upc_stride_disjoint_reach(const upc_stride_topology_t *G) {
  int sum = 1, i;
  sides_t s = sides_of(G);
  for (i = 0; i < s.n; i++) sum += G->side[s.side[i]].size - 1;
  return sum;
}

/* The bytes of a segment. Filling the pipeline takes one segment a hop: a FILL_SHAREth (5 %) of the time at most, where
 * the least segment allows it. */
enum { FILL_SHARE = 20 };

size_t upc_stride_disjoint_segment(const upc_stride_topology_t *G, size_t bytes) {
  int trees = upc_stride_disjoint_trees(G);
  size_t segment = bytes / (size_t)(trees > 0 ? trees : 1) / FILL_SHARE / (size_t)upc_stride_disjoint_reach(G);
  if (segment > upc_stride_tuned(UPC_STRIDE_TORUS_MOST)) segment = upc_stride_tuned(UPC_STRIDE_TORUS_MOST);
  return segment < upc_stride_tuned(UPC_STRIDE_TORUS_LEAST) ? upc_stride_tuned(UPC_STRIDE_TORUS_LEAST) : segment;
}
