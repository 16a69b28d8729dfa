/* SPDX-License-Identifier: BSD-3-Clause
 * Composed trees on random nodes, for each pair of trees: one tree, whose edges between nodes join leaders, each child
 * listed once by its parent. And the names of such schedules. */
#include "schedules/schedules.h"
#include "trees/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

static int failures;

static void expect(const char *what, int got, int wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s: expected %d, got %d\n", what, wanted, got);
}

/* 1: two ranks are in the same unit at levels 1..l. */
static int same_unit(int name[][MOST], int l, int a, int b) {
  for (; l > 0; l--)
    if (name[l][a] != name[l][b]) return 0;
  return 1;
}

/* The tree of `ranks` ranks of random units on so many levels, with these trees, from the definition alone. */
static void check_tree(int levels, const int *number, unsigned seed) {
  upc_stride_hierarchy_t H;
  const upc_stride_tree_t *tree[UPC_STRIDE_LEVELS];
  int name[UPC_STRIDE_LEVELS][MOST], *of[UPC_STRIDE_LEVELS], arity[UPC_STRIDE_LEVELS];
  int parent[MOST], listed[MOST] = {0}, child[MOST], ranks, units, root, r, i, n, l, edges = 0;
  srand(seed);
  ranks = 1 + rand() % MOST;
  root = rand() % ranks;
  units = 1;
  for (l = 0; l < levels; l++) {
    tree[l] = upc_stride_tree(number[l]);
    arity[l] = 2 + rand() % 3;
    of[l] = name[l];
    for (r = 0; r < ranks; r++) name[l][r] = l == 0 ? rand() : 100 + rand() % units;
    units = 1 + rand() % ranks;
  }
  upc_stride_hierarchy_new(&H, levels, tree, arity, ranks, root, of);
  for (r = 0; r < ranks; r++) parent[r] = upc_stride_hierarchy_parent(&H, r);
  for (r = 0; r < ranks; r++) {
    n = upc_stride_hierarchy_children(&H, r, child);
    expect("children, counted alone", upc_stride_hierarchy_children(&H, r, NULL), n);
    for (i = 0; i < n; i++) expect("the child's parent", parent[child[i]], r), listed[child[i]]++;
    edges += n;
  }
  expect("edges", edges, ranks - 1);
  expect("the root's parent", parent[root], -1);
  for (r = 0; r < ranks; r++) {
    expect("how often a parent lists it", listed[r], r != root);
    for (i = 0, n = r; n >= 0 && i <= ranks; i++) n = parent[n];
    expect("the root above", n, -1);
    for (l = 1; l < levels && r != root; l++) { /* units of levels 1..l, together: their only way in is one leader's */
      const int outside = !same_unit(name, l, r, parent[r]);
      for (i = 0; i < ranks && outside; i++)
        if (i != r && same_unit(name, l, i, r))
          expect("a second way in", i == root || !same_unit(name, l, i, parent[i]), 0);
      if (outside) expect("a way into the root's unit", same_unit(name, l, r, root), 0);
    }
  }
  upc_stride_hierarchy_end(&H);
}

/* Each of very many ranks alone on its node: the time grows with the ranks, not with their square, which would take
 * minutes. */
static void check_many(void) {
  enum { RANKS = 1000000 };
  const upc_stride_tree_t *tree[] = {upc_stride_tree(UPC_STRIDE_CHAIN), upc_stride_tree(UPC_STRIDE_FLAT)};
  const int arity[] = {2, 2};
  int *of[] = {NULL, malloc(RANKS * sizeof(int))}, r, child;
  upc_stride_hierarchy_t H;
  for (r = 0; r < RANKS; r++) of[1][r] = RANKS - r;
  upc_stride_hierarchy_new(&H, 2, tree, arity, RANKS, 0, of);
  expect("the last of a chain", upc_stride_hierarchy_parent(&H, RANKS - 1), RANKS - 2);
  expect("its children", upc_stride_hierarchy_children(&H, RANKS - 1, &child), 0);
  expect("children of another one", upc_stride_hierarchy_children(&H, RANKS / 2, &child), 1);
  expect("the next of a chain", child, RANKS / 2 + 1);
  upc_stride_hierarchy_end(&H);
  free(of[1]);
}

/* Which name an operation has it under: spelled as it is chosen; or "none". */
static void check_name(int operation, const char *name, const char *wanted) {
  char text[120];
  const char *got = "none";
  upc_stride_choice_t c;
  if (upc_stride_schedule_named(operation, name, &c)) got = upc_stride_schedule_spelled(&c, text, sizeof text);
  if (strcmp(got, wanted) == 0 && (strcmp(got, "none") == 0 || upc_stride_schedule_named(operation, got, &c))) return;
  failures++;
  printf("%s: expected %s, got %s\n", name, wanted, got);
}

int main(void) {
  const int trees = UPC_STRIDE_TREE_NUMBERS - UPC_STRIDE_FLAT;
  int number[UPC_STRIDE_LEVELS], levels, l, i;
  unsigned seed;
  for (levels = 2; levels <= UPC_STRIDE_LEVELS; levels++)
    for (seed = 1; seed <= 2000; seed++) {
      for (l = 0, i = (int)seed; l < levels; l++, i /= trees) number[l] = UPC_STRIDE_FLAT + i % trees;
      check_tree(levels, number, seed);
    }
  check_many();
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical", "hierarchical:65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(knomial:4,chain)", "hierarchical(knomial:4,chain):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain:64, kary:3)", "hierarchical(chain,kary:3):64");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat):0", "hierarchical(flat,flat):0");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(binomial,flat)", "hierarchical(binomial,flat)");
  check_name(UPC_STRIDE_OP_GATHER, "hierarchical", "hierarchical");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(ring:64,flat)", "hierarchical(ring,flat):64");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(knomial:5)", "hierarchical(knomial:5,flat):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@64,knomial:4,flat):8192",
             "hierarchical(chain@64,knomial:4,flat):8192");
  check_name(UPC_STRIDE_OP_REDUCE, "hierarchical(binomial@64,binomial,kary:3@8,flat)",
             "hierarchical(binomial@64,binomial,kary:3@8,flat):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@16,chain)", "hierarchical(chain@16,chain):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@16)", "hierarchical(chain@16,flat):65536");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(binomial@8,binomial,flat)", "hierarchical(binomial@8,binomial,flat)");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(chain@64,binomial,flat)",
             "hierarchical(chain@64,binomial,flat):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@0,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@-4,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@9999999999,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@4x,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@4,chain@4,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain@4,chain@8,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain,chain,chain)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain,chain@4)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat@16,flat@8,flat@4,flat@2,flat)", "none");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(ring@8,flat)", "none");
  check_name(UPC_STRIDE_OP_EXCHANGE, "hierarchical(bruck@8,pairwise)", "none");
  check_name(UPC_STRIDE_OP_EXCHANGE, "hierarchical(bruck,bruck,pairwise)", "none");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(flat,flat,flat)", "none");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(binomial):64", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical()", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat,)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat)x", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(shared,flat)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(hierarchical,flat)", "none");
  check_name(UPC_STRIDE_OP_BROADCAST, "flat(flat,flat)", "none");
  check_name(UPC_STRIDE_OP_EXCHANGE, "hierarchical(bruck)", "hierarchical(bruck,pairwise)");
  check_name(UPC_STRIDE_OP_EXCHANGE, "hierarchical(torus,bruck)", "hierarchical(torus,bruck)");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(flat)", "hierarchical(flat,flat)");
  check_name(UPC_STRIDE_OP_GATHER_ALL, "hierarchical(ring,bruck)", "hierarchical(ring,bruck)");
  check_name(UPC_STRIDE_OP_GATHER_ALL, "hierarchical(doubling)", "none");
  check_name(UPC_STRIDE_OP_GATHER_ALL, "hierarchical(ring,flat)", "none");
  check_name(UPC_STRIDE_OP_COPY, "hierarchical(bruck,leader)", "none");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(flat,ring)", "none");
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
