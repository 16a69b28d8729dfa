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

/* The tree of `ranks` ranks on random nodes. */
static void check_tree(int among, int within, unsigned seed) {
  upc_stride_hierarchy_t H;
  int node_of[MOST], parent[MOST], listed[MOST] = {0}, child[MOST], nodes, ranks, root, r, i, n, edges = 0;
  srand(seed);
  ranks = 1 + rand() % MOST;
  nodes = 1 + rand() % ranks;
  root = rand() % ranks;
  for (r = 0; r < ranks; r++) node_of[r] = 100 + rand() % nodes;
  upc_stride_hierarchy_new(&H, upc_stride_tree(among), 2 + rand() % 3, upc_stride_tree(within), 2 + rand() % 3, ranks,
                           root, node_of);
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
    if (r == root || node_of[parent[r]] == node_of[r]) continue;
    for (i = 0; i < ranks; i++) /* it leads its node: nobody else of the node has a parent elsewhere */
      if (i != r && node_of[i] == node_of[r])
        expect("a second leader", i == root || node_of[parent[i]] != node_of[i], 0);
    if (node_of[r] == node_of[root]) expect("the root's node has another leader", 1, 0);
  }
  upc_stride_hierarchy_end(&H);
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
  int among, within;
  unsigned seed;
  for (among = UPC_STRIDE_FLAT; among < UPC_STRIDE_TREE_NUMBERS; among++)
    for (within = UPC_STRIDE_FLAT; within < UPC_STRIDE_TREE_NUMBERS; within++)
      for (seed = 1; seed <= 200; seed++) check_tree(among, within, seed);
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical", "hierarchical:65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(knomial:4,chain)", "hierarchical(knomial:4,chain):65536");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(chain:64, kary:3)", "hierarchical(chain,kary:3):64");
  check_name(UPC_STRIDE_OP_BROADCAST, "hierarchical(flat):0", "hierarchical(flat,flat):0");
  check_name(UPC_STRIDE_OP_SCATTER, "hierarchical(binomial,flat)", "hierarchical(binomial,flat)");
  check_name(UPC_STRIDE_OP_GATHER, "hierarchical", "hierarchical");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(ring:64,flat)", "hierarchical(ring,flat):64");
  check_name(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical(knomial:5)", "hierarchical(knomial:5,flat):65536");
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
