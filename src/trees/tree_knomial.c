/* SPDX-License-Identifier: BSD-3-Clause
 *
 * knomial:<k>, and binomial = knomial:2: place v, counted from the root and written in base k, hangs below v with its
 * lowest digit that is not 0 set to 0.
 *
 * 8 threads:
 *   k = 2:   0 - 4 - 6 - 7          k = 3:   0 - 3 - 4 5
 *            |   \ - 5                       | - 6 - 7
 *            | - 2 - 3                       \ - 1
 *            \ - 1                           \ - 2
 *
 * Wins for short messages in large teams: ceil(log_k p) steps, each of (k-1) * latency + bytes / bandwidth. The child
 * with most below it is served first. (Thakur, Rabenseifner, Gropp: Optimization of Collective Communication
 * Operations in MPICH, 2005.)
 */
#include "trees/tree.h"

/* The powers of k below the lowest digit of place v that is not 0 (for the root, all) which add up to a place. */
static int powers(const upc_stride_topology_t *G, int v, long long *highest) {
  long long n = upc_stride_nodes(G), k = G->arity, power = 1;
  int count = 0;
  while ((v == 0 || v % (power * k) == 0) && v + power < n) power *= k, count++;
  *highest = power / k;
  return count;
}

static int parent(const upc_stride_topology_t *G, int rank) {
  int v = upc_stride_place(G, rank);
  long long power = G->arity;
  if (v == 0) return -1;
  while (v % power == 0) power *= G->arity;
  return upc_stride_rank_at(G, (int)(v - v % power));
}

/* The place of child i of place v; with i = -1 the number of its children. */
static int child_place(const upc_stride_topology_t *G, int v, int i) {
  long long power, n = upc_stride_nodes(G);
  int levels = powers(G, v, &power), count = 0, d;
  for (; levels > 0; levels--, power /= G->arity)
    for (d = 1; d < G->arity && v + d * power < n; d++)
      if (count++ == i) return (int)(v + d * power);
  return count;
}

static int children(const upc_stride_topology_t *G, int rank) { return child_place(G, upc_stride_place(G, rank), -1); }

static int child(const upc_stride_topology_t *G, int rank, int i) {
  return upc_stride_rank_at(G, child_place(G, upc_stride_place(G, rank), i));
}

const upc_stride_tree_t upc_stride_tree_knomial = {parent, children, child, 0};
