/* SPDX-License-Identifier: BSD-3-Clause
 * Trees: for every size, root and shape the parents and children of all members are one tree of the promised depth. */
#include "choice/rule.h"
#include "torus/torus.h"
#include "depths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, const upc_stride_topology_t *G, int rank, int got, int wanted) {
  if (got == wanted) return;
  if (failures++ < 20)
    printf("%s, rank %d, %d members, root %d: expected %d, got %d\n", what, rank, G->members, G->root, wanted, got);
}

/* Steps from the root down to a rank, by parents. */
static int depth_of(const upc_stride_tree_t *tree, const upc_stride_topology_t *G, int rank) {
  int depth = 0;
  while (rank != G->root && depth <= G->members) rank = tree->parent(G, rank), depth++;
  return depth;
}

/* Every node but the root is exactly one child of its parent. Returns the depth of the tree. */
static int check_tree(const upc_stride_tree_t *tree, const upc_stride_topology_t *G) {
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

/* The sum over the dimensions of the distance from a rank to the farther end. */
static int reach(const upc_stride_topology_t *G, int rank) {
  int k, sum = 0;
  for (k = G->ndims - 1; k >= 0; k--) {
    int c = rank % G->side[k].size, end = G->side[k].size - 1 - c;
    sum += G->side[k].ring ? G->side[k].size / 2 : c > end ? c : end;
    rank /= G->side[k].size;
  }
  return sum;
}

/* Ranks that differ by one step in one dimension. */
static int neighbours(const upc_stride_topology_t *G, int a, int b) {
  int k, steps = 0;
  for (k = G->ndims - 1; k >= 0; k--) {
    int apart = abs(a % G->side[k].size - b % G->side[k].size);
    steps += G->side[k].ring && apart > 0 && apart == G->side[k].size - 1 ? 1 : apart;
    a /= G->side[k].size, b /= G->side[k].size;
  }
  return steps == 1;
}

static void check_ground(upc_stride_topology_t *G) {
  int rank, tree, outside = G->root == G->members, nodes = upc_stride_nodes(G);
  for (G->arity = 2, tree = UPC_STRIDE_NO_TREE + 1; tree < UPC_STRIDE_TREE_NUMBERS; tree++)
    if (check_tree(upc_stride_tree(tree), G) >= nodes) expect("depth of tree", G, tree, nodes, nodes - 1);
  expect("depth of flat", G, 0, check_tree(&upc_stride_tree_flat, G), nodes > 1);
  expect("depth of chain", G, 0, check_tree(&upc_stride_tree_chain, G), nodes - 1);
  for (G->arity = 1; G->arity <= 5; G->arity++)
    expect("depth of kary", G, 0, check_tree(&upc_stride_tree_kary, G), kary_depth(G->arity, nodes));
  for (G->arity = 2; G->arity <= 5; G->arity++) { /* fewer steps down than digits, since a step may be any digit */
    rank = check_tree(&upc_stride_tree_knomial, G);
    if (rank > log_up(G->arity, nodes)) expect("depth of knomial", G, 0, rank, log_up(G->arity, nodes));
  }
  expect("depth of fork", G, 0, check_tree(&upc_stride_tree_fork, G), reach(G, G->nearest) + outside);
  for (rank = 0; rank < G->members; rank++)
    if (rank != G->nearest)
      expect("a hop of fork is to a neighbour", G, rank,
             neighbours(G, rank, upc_stride_tree_fork.parent(G, rank)), 1);
}

/* On a torus, in coordinates from the root: the chain goes to neighbours, but for the way from the last to the first. A
 * step of the binomial tree changes one coordinate, where all sizes are powers of 2. */
static void check_order(const upc_stride_topology_t *G) {
  int place, rank, k, long_hops = 0, ring = 0, powers = 1;
  for (k = 0; k < G->ndims; k++) {
    ring |= G->side[k].ring && G->side[k].size % 2 == 0;
    powers &= (G->side[k].size & (G->side[k].size - 1)) == 0;
  }
  for (place = 0; place < G->members; place++) {
    rank = upc_stride_rank_along(G, place);
    expect("place along and back", G, rank, upc_stride_place_along(G, rank), place);
    expect("place and back", G, rank, upc_stride_place(G, upc_stride_rank_at(G, place)), place);
    if (place > 0) long_hops += !neighbours(G, rank, upc_stride_rank_along(G, place - 1));
  }
  if (ring) expect("hops of a chain to others than neighbours", G, 0, long_hops, 0);
  if (!ring && long_hops > 1) expect("hops of a chain to others than neighbours", G, 0, long_hops, 1);
  for (rank = 0; rank < G->members && powers; rank++) {
    int a[UPC_STRIDE_TOPOLOGY_DIMS], b[UPC_STRIDE_TOPOLOGY_DIMS], changed = 0;
    if (rank == G->root) continue;
    upc_stride_coordinates(G, rank, a);
    upc_stride_coordinates(G, upc_stride_tree_knomial.parent(G, rank), b);
    for (k = 0; k < G->ndims; k++) changed += a[k] != b[k];
    expect("coordinates that a step of the binomial tree changes", G, rank, changed, 1);
  }
}

static void check_box(int ndims, int a, int b, int c, int rings) {
  upc_stride_topology_t G;
  int root, k;
  memset(&G, 0, sizeof G);
  G.ndims = ndims;
  for (k = 0; k < 3; k++) G.side[k].ring = rings >> k & 1;
  G.side[0].size = a, G.side[1].size = b, G.side[2].size = c;
  G.members = a * (ndims > 1 ? b : 1) * (ndims > 2 ? c : 1);
  for (root = 0; root < G.members; root++) {
    G.root = G.nearest = root;
    check_ground(&G);
    G.root = G.members; /* outside the team, nearest to `root` */
    check_ground(&G);
    G.torus = 1;
    check_ground(&G);
    G.root = root;
    check_ground(&G);
    G.arity = 2;
    check_order(&G);
    G.torus = 0;
  }
}

/* Rank and thread of a row of the million-thread grid, with no thread started. */
static void check_million(void) {
  size_t shape[2] = {4096, 4096}, block[2] = {1, 1};
  int grid[2] = {1024, 1024}, rank;
  upc_stride_interval_t row[2] = {{UPC_STRIDE_INTERVAL_AT, 700, 1, 700}, {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_topology_t G;
  upc_stride_mistake_t m;
  upc_stride_layout_init(&L, 2, shape, block, 8, 2, grid, 1024 * 1024, 0);
  upc_stride_pick(&P, &L, 2, row, &m);
  upc_stride_team(&T, &P);
  upc_stride_topology(&G, &T, 700 * 1024 + 333);
  expect("members of a row", &G, 0, T.n, 1024);
  for (rank = 0; rank < T.n; rank++) {
    expect("thread in a row", &G, rank, upc_stride_team_thread(&T, rank), 700 * 1024 + rank);
    expect("rank in a row", &G, rank, upc_stride_team_rank(&T, 700 * 1024 + rank), rank);
  }
  expect("rank of a thread in another row", &G, 0, upc_stride_team_rank(&T, 701 * 1024), -1);
  check_ground(&G);
  upc_stride_topology(&G, &T, 3 * 1024 + 5);
  expect("the member nearest to a root outside", &G, 0, G.nearest, 5);
  check_ground(&G);
  upc_stride_team_end(&T);
}

/* 4x4x4x2 with the map XT,YZ: 128 threads, a grid of 8 x 16. A whole row is the rings Y and Z, a whole column X and T.
 * A part of a row is a line. The edges of fork connect neighbours of the machine. */
static void check_torus(void) {
  size_t shape[2] = {16, 32}, block[2] = {1, 1};
  int grid[2] = {8, 16}, rank;
  upc_stride_interval_t row[2] = {{UPC_STRIDE_INTERVAL_AT, 3, 1, 3}, {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}};
  upc_stride_interval_t part[2] = {{UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}, {UPC_STRIDE_INTERVAL_RANGE, 2, 1, 6}};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_topology_t G;
  upc_stride_mistake_t m;
  upc_stride_torus_set("4x4x4x2", "XT,YZ");
  expect("a torus for 128 threads is right", &G, 0, upc_stride_torus_wrong(128) == NULL, 1);
  expect("and for 64 is not", &G, 0, upc_stride_torus_wrong(64) != NULL, 1);
  upc_stride_layout_init(&L, 2, shape, block, 8, 2, grid, 128, 0);
  upc_stride_pick(&P, &L, 2, row, &m);
  upc_stride_team(&T, &P);
  upc_stride_topology(&G, &T, 3 * 16 + 6);
  expect("dimensions of a row on the torus", &G, 0, G.ndims, 3); /* one place, Y, Z */
  expect("places along Y", &G, 0, G.side[1].size * 10 + G.side[1].ring, 41);
  for (rank = 0; rank < T.n; rank++) expect("depth", &G, rank, depth_of(&upc_stride_tree_fork, &G, rank) <= 4, 1);
  check_ground(&G);
  upc_stride_pick(&P, &L, 2, part, &m);
  upc_stride_team(&T, &P);
  upc_stride_topology(&G, &T, 2);
  expect("a whole column is X and T, part of a row a line", &G, 0,
         G.ndims * 1000 + G.side[0].size * 100 + G.side[1].size * 10 + G.side[2].size, 3425);
  expect("no ring in part of a row", &G, 0, G.side[0].ring * 4 + G.side[1].ring * 2 + G.side[2].ring, 6);
  expect("two threads of a node", &G, 0, G.side[0].node * 2 + G.side[1].node, 1);
  check_ground(&G);
  upc_stride_torus_set("4x4y", NULL);
  expect("a torus that cannot be read", &G, 0, upc_stride_torus_wrong(16) != NULL, 1);
  upc_stride_torus_set("4x4", "XX");
  expect("a map with a letter twice", &G, 0, upc_stride_torus_wrong(16) != NULL, 1);
  upc_stride_torus_set(NULL, NULL);
}

int main(void) {
  int n, a, b, c;
  for (n = 1; n <= 40; n++) check_box(1, n, 1, 1, n % 2);
  for (a = 1; a <= 6; a++)
    for (b = 1; b <= 6; b++) check_box(2, a, b, 1, a % 3);
  for (a = 1; a <= 4; a++)
    for (b = 1; b <= 4; b++)
      for (c = 1; c <= 4; c++) check_box(3, a, b, c, (a + b + c) % 8);
  check_million();
  check_torus();
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
