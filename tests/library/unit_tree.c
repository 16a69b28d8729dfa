/* SPDX-License-Identifier: BSD-3-Clause
 * Trees: for every size, root and shape all members' own views fit together into one tree of the promised depth. */
#include "choose.h"

#include <stdio.h>
#include <stdlib.h>

static int failures;

static void expect(const char *what, const upc_stride_ground_t *G, int rank, int got, int wanted) {
  if (got == wanted) return;
  if (failures++ < 20)
    printf("%s, rank %d, %d members, root %d: expected %d, got %d\n", what, rank, G->members, G->root, wanted, got);
}

/* Steps from the root down to a rank, by parents. */
static int depth_of(const upc_stride_tree_t *tree, const upc_stride_ground_t *G, int rank) {
  int depth = 0;
  while (rank != G->root && depth <= G->members) rank = tree->parent(G, rank), depth++;
  return depth;
}

/* Every node but the root is exactly one child of its parent. Returns the depth of the tree. */
static int check_tree(const upc_stride_tree_t *tree, const upc_stride_ground_t *G) {
  int nodes = upc_stride_nodes(G), *born = calloc((size_t)nodes, sizeof *born), rank, i, deepest = 0;
  for (rank = 0; rank < nodes; rank++) {
    int depth = depth_of(tree, G, rank), n = tree->children(G, rank);
    if (depth > deepest) deepest = depth;
    for (i = 0; i < n; i++) {
      int child = tree->child(G, rank, i);
      if (child < 0 || child >= nodes) {
        expect("a child's rank", G, rank, child, 0);
        continue;
      }
      born[child]++;
      expect("parent of a child", G, child, tree->parent(G, child), rank);
    }
  }
  for (rank = 0; rank < nodes; rank++) expect("times a child", G, rank, born[rank], rank != G->root);
  expect("parent of the root", G, G->root, tree->parent(G, G->root), -1);
  free(born);
  return deepest;
}

static int log2_up(int n) {
  int j = 0;
  while (1 << j < n) j++;
  return j;
}

/* The sum over the dimensions of the distance from a rank to the farther end. */
static int reach(const upc_stride_ground_t *G, int rank) {
  int k, sum = 0;
  for (k = G->ndims - 1; k >= 0; k--) {
    int c = rank % G->size[k], end = G->size[k] - 1 - c;
    sum += c > end ? c : end;
    rank /= G->size[k];
  }
  return sum;
}

/* Ranks that differ by one step in one dimension. */
static int neighbours(const upc_stride_ground_t *G, int a, int b) {
  int k, steps = 0;
  for (k = G->ndims - 1; k >= 0; k--) {
    steps += abs(a % G->size[k] - b % G->size[k]);
    a /= G->size[k], b /= G->size[k];
  }
  return steps == 1;
}

static void check_ground(upc_stride_ground_t *G) {
  int rank, outside = G->root == G->members, nodes = upc_stride_nodes(G);
  expect("depth of flat", G, 0, check_tree(&upc_stride_tree_flat, G), nodes > 1);
  rank = check_tree(&upc_stride_tree_binomial, G);
  if (rank > log2_up(nodes)) expect("depth of binomial", G, 0, rank, log2_up(nodes));
  expect("depth of fork", G, 0, check_tree(&upc_stride_tree_fork, G), reach(G, G->nearest) + outside);
  for (rank = 0; rank < G->members; rank++)
    if (rank != G->nearest)
      expect("a hop of fork is to a neighbour", G, rank,
             neighbours(G, rank, upc_stride_tree_fork.parent(G, rank)), 1);
}

static void check_box(int ndims, int a, int b, int c) {
  upc_stride_ground_t G;
  int root;
  G.ndims = ndims;
  G.size[0] = a, G.size[1] = b, G.size[2] = c;
  G.members = a * (ndims > 1 ? b : 1) * (ndims > 2 ? c : 1);
  for (root = 0; root < G.members; root++) {
    G.root = G.nearest = root;
    check_ground(&G);
    G.root = G.members; /* outside, nearest to `root` */
    check_ground(&G);
  }
}

/* Rank and thread of a row of the million-thread grid, with no thread started. */
static void check_million(void) {
  size_t shape[2] = {4096, 4096}, block[2] = {1, 1};
  int grid[2] = {1024, 1024}, rank;
  upc_stride_interval_t row[2] = {{0, 700, 1, 700}, {3, 0, 1, 0}};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_ground_t G;
  upc_stride_mistake_t m;
  upc_stride_layout_init(&L, 2, shape, block, 8, 2, grid, 1024 * 1024, 0);
  upc_stride_pick(&P, &L, 2, row, &m);
  upc_stride_team(&T, &P);
  upc_stride_ground(&G, &T, 700 * 1024 + 333);
  expect("members of a row", &G, 0, T.n, 1024);
  for (rank = 0; rank < T.n; rank++) {
    expect("thread in a row", &G, rank, upc_stride_team_thread(&T, rank), 700 * 1024 + rank);
    expect("rank in a row", &G, rank, upc_stride_team_rank(&T, 700 * 1024 + rank), rank);
  }
  expect("rank of a thread in another row", &G, 0, upc_stride_team_rank(&T, 701 * 1024), -1);
  check_ground(&G);
  upc_stride_ground(&G, &T, 3 * 1024 + 5);
  expect("the member nearest to a root outside", &G, 0, G.nearest, 5);
  check_ground(&G);
  upc_stride_team_end(&T);
}

int main(void) {
  int n, a, b, c;
  for (n = 1; n <= 40; n++) check_box(1, n, 1, 1);
  for (a = 1; a <= 6; a++)
    for (b = 1; b <= 6; b++) check_box(2, a, b, 1);
  for (a = 1; a <= 4; a++)
    for (b = 1; b <= 4; b++)
      for (c = 1; c <= 4; c++) check_box(3, a, b, c);
  check_million();
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
