/* SPDX-License-Identifier: BSD-3-Clause
 * Teams and trees of a grid of 1,024 x 1,024 = 1,048,576 threads, without starting one. For every tree and for teams
 * from a row to all threads, each member computes its rank, parent and children as it would alone. All edges together
 * must be one tree: each member but the root has one parent, and is a child of that parent once. The depth is the
 * promised one.
 * Each edge of fork is one step of the section along one dimension of the grid. A team on a grid takes no memory; a
 * team of an irregular section takes memory of the team's size. */
#include "choice/rule.h"
#include "teams/team.h"
#include "depths.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 1024, THREADS = SIDE * SIDE };

typedef struct team_case {
  const char *what;
  int gridded;
  upc_stride_interval_t iv[2];          /* of 2,048 x 4,096 blocks */
  int members, root, outside;           /* root: the thread of a member; outside: a thread that is no member, or -1 */
} team_case_t;

#define AT(i) {0, i, 1, 0}
#define STEP(lo, step, hi) {2, lo, step, hi}
#define ALL {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}

static const team_case_t cases[] = {
  {"all threads", 1, {ALL, ALL}, THREADS, 333 * SIDE + 777, -1},
  {"a row", 1, {AT(700), ALL}, SIDE, 700 * SIDE + 333, 3 * SIDE + 5},
  {"a column, upwards", 1, {STEP(1023, -1, 0), AT(2047)}, SIDE, 1023, 512 * SIDE + 7},
  {"half the grid", 1, {ALL, STEP(1024, 1, 1535)}, THREADS / 2, 511, 900 * SIDE + 1000},
  {"every other row and fourth column", 1, {STEP(0, 2, 2047), STEP(4095, -4, 1)}, THREADS / 8, 3, SIDE + 3},
  {"one block", 1, {AT(3), AT(5)}, 1, 3 * SIDE + 5, 0},
  {"a row round the threads", 0, {AT(1), ALL}, 4096, 4096 + 17, 99},
  {"a column round the threads", 0, {ALL, AT(9)}, 256, 9 + 4096 * 3, 10},
  {"a piece of some rows", 0, {STEP(0, 3, 600), STEP(5, 1, 204)}, 201 * 200, 5, 4},
};

static int failures;

static void expect(const char *team, const char *what, int rank, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s, %s, rank %d: expected %lld, got %lld\n", team, what, rank, wanted, got);
}

/* The sum over the dimensions of the distance to the farther end. */
static int reach(const upc_stride_topology_t *G) {
  int k, sum = 0, rank = G->nearest;
  for (k = G->ndims - 1; k >= 0; k--) {
    int c = rank % G->side[k].size, end = G->side[k].size - 1 - c;
    sum += c > end ? c : end;
    rank /= G->side[k].size;
  }
  return sum;
}

static int promised(const upc_stride_tree_t *tree, const upc_stride_topology_t *G) {
  int n = upc_stride_nodes(G);
  if (tree == &upc_stride_tree_flat) return n > 1;
  if (tree == &upc_stride_tree_chain) return n - 1;
  if (tree == &upc_stride_tree_kary) return kary_depth(G->arity, n);
  if (tree == &upc_stride_tree_fork) return reach(G) + (G->root == G->members);
  return log_up(G->arity, n); /* at most */
}

/* The depth of every node, each computed once: up to a node with a known depth, then down again. */
static int deepest(const int *parent, int nodes, int root) {
  int *depth = calloc((size_t)nodes, sizeof *depth), *way = malloc((size_t)nodes * sizeof *way), most = 0, rank;
  for (rank = 0; rank < nodes; rank++) {
    int n = 0, at = rank, d;
    while (at != root && depth[at] == 0 && n < nodes) way[n++] = at, at = parent[at];
    for (d = depth[at]; n > 0; n--) depth[way[n - 1]] = ++d;
    if (depth[rank] > most) most = depth[rank];
  }
  free(depth), free(way);
  return most;
}

static int apart(size_t a, size_t b) { return (int)(a < b ? b - a : a - b); }

/* 1 if two threads of the grid are one step of the section apart in one dimension, round the end if blocks are
 * cyclic. */
static int one_step(const upc_stride_picks_t *P, int a, int b) {
  int rows = apart((size_t)a / SIDE, (size_t)b / SIDE), columns = apart((size_t)a % SIDE, (size_t)b % SIDE);
  int by_row = abs((int)P->step[0]), by_column = abs((int)P->step[1]);
  if (rows != 0) return columns == 0 && (rows == by_row || rows == SIDE - by_row);
  return columns == by_column || columns == SIDE - by_column;
}

static void check_tree(const team_case_t *c, const upc_stride_team_t *T, const upc_stride_schedule_t *s,
                       const upc_stride_topology_t *G) {
  const upc_stride_tree_t *tree = upc_stride_tree(s->tree);
  int nodes = upc_stride_nodes(G), rank, i, fork = s->tree == UPC_STRIDE_FORK;
  int *parent = malloc((size_t)nodes * sizeof *parent), *children = malloc((size_t)nodes * sizeof *children), depth;
  unsigned char *born = calloc((size_t)nodes, 1);
  for (rank = 0; rank < nodes; rank++) parent[rank] = tree->parent(G, rank);
  for (rank = 0; rank < nodes; rank++) {
    int n = tree->children(G, rank);
    upc_stride_children(tree, G, rank, n, children);
    for (i = 0; i < n; i++) {
      int child = tree->child(G, rank, i);
      if (children[i] != child) expect(c->what, "children at once", rank, children[i], child);
      if (child < 0 || child >= nodes) {
        expect(c->what, s->name, rank, child, 0);
        continue;
      }
      born[child]++;
      if (parent[child] != rank) expect(c->what, s->name, child, parent[child], rank);
    }
    if (fork && T->picks->layout->gridded && rank != G->nearest && rank < G->members &&
        !one_step(T->picks, upc_stride_team_thread(T, rank), upc_stride_team_thread(T, parent[rank])))
      expect(c->what, "a hop of fork is to a neighbour", rank, 0, 1);
  }
  for (rank = 0; rank < nodes; rank++)
    if (born[rank] != (rank != G->root)) expect(c->what, s->name, rank, born[rank], rank != G->root);
  expect(c->what, "the root's parent", G->root, parent[G->root], -1);
  depth = deepest(parent, nodes, G->root);
  if (s->tree == UPC_STRIDE_KNOMIAL && depth < promised(tree, G)) depth = promised(tree, G);
  expect(c->what, s->name, G->root, depth, promised(tree, G));
  free(parent), free(children), free(born);
}

static void check_trees(const team_case_t *c, const upc_stride_team_t *T, int root) {
  const upc_stride_schedule_t *s;
  int i;
  for (i = 0; (s = upc_stride_schedule(i)) != NULL; i++) {
    upc_stride_topology_t G;
    if (s->tree == UPC_STRIDE_NO_TREE) continue;
    upc_stride_topology(&G, T, root);
    G.arity = strchr(s->name, ':') != NULL ? 4 : 2;
    check_tree(c, T, s, &G);
  }
}

/* n successive ranks from one on, cyclically: the list of threads equals the threads computed one by one. */
static void check_round(const team_case_t *c, const upc_stride_team_t *T, int rank, int n) {
  int *threads = malloc((size_t)n * sizeof *threads), i;
  upc_stride_team_round(T, rank, n, threads);
  for (i = 0; i < n; i++)
    expect(c->what, "a round of threads", i, threads[i], upc_stride_team_thread(T, (rank + i) % T->n));
  free(threads);
}

/* Threads from ranks and ranks from threads, as pairwise, bruck and hierarchical compute them; every thread once. */
static void check_ranks(const team_case_t *c, const upc_stride_team_t *T) {
  unsigned char *seen = calloc(THREADS, 1);
  int rank, thread, members = 0;
  for (rank = 0; rank < T->n; rank++) {
    thread = upc_stride_team_thread(T, rank);
    if (thread < 0 || thread >= THREADS || seen[thread]++) expect(c->what, "threads of the team", rank, thread, -1);
    else if (upc_stride_team_rank(T, thread) != rank)
      expect(c->what, "rank", rank, upc_stride_team_rank(T, thread), rank);
  }
  check_round(c, T, T->n / 3, T->n);
  check_round(c, T, T->n - 1, T->n < 5 ? T->n : 5);
  for (thread = 0; thread < THREADS; thread++) members += upc_stride_team_rank(T, thread) >= 0;
  expect(c->what, "threads that count themselves members", 0, members, c->members);
  free(seen);
}

static void check_case(const team_case_t *c) {
  size_t shape[2] = {2048, 4096}, block[2] = {1, 1}, before, after;
  int grid[2] = {SIDE, SIDE};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_group_t G, all;
  upc_stride_mistake_t m;
  before = mallinfo2().uordblks + mallinfo2().hblkhd;
  upc_stride_layout_init(&L, 2, shape, block, 8, c->gridded ? 2 : 0, grid, THREADS, 0);
  upc_stride_pick(&P, &L, 2, c->iv, &m);
  upc_stride_team(&T, &P);
  upc_stride_group_thread_too(&G, &T, c->root);
  upc_stride_group_teams(&all, &T, &T);
  after = mallinfo2().uordblks + mallinfo2().hblkhd;
  expect(c->what, "members", 0, T.n, c->members);
  expect(c->what, "members of the groups", 0, G.n + (T.list == NULL ? all.n : G.n), 2 * T.n);
  if (T.list == NULL) expect(c->what, "bytes to make the team", 0, (long long)(after - before), 0);
  else expect(c->what, "bytes to make the team, at most 64 a member", 0, after - before <= 64 * (size_t)T.n, 1);
  check_ranks(c, &T);
  check_trees(c, &T, c->root);
  if (c->outside >= 0) check_trees(c, &T, c->outside);
  upc_stride_group_end(&G);
  upc_stride_group_end(&all);
  upc_stride_team_end(&T);
}

int main(void) {
  size_t i;
  setvbuf(stdout, NULL, _IONBF, 0); /* the memory of printf must not be counted */
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) check_case(&cases[i]);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
