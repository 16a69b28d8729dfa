/* SPDX-License-Identifier: BSD-3-Clause
 * Trees that share no link: for every box of rings and lines, with every root, all of them are spanning trees along
 * links, and no link is in two of them. And what a pipelined broadcast down them would reach. */
#include "trees/disjoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static const double RATE = 154e6; /* bytes a second of a link and direction of BlueGene/L */

static void expect(const char *what, const upc_stride_topology_t *G, int rank, int got, int wanted) {
  int k;
  if (got == wanted) return;
  if (failures++ >= 20) return;
  printf("%s, rank %d, root %d, sides", what, rank, G->nearest);
  for (k = 0; k < G->ndims; k++)
    printf(" %d%s", G->side[k].size, G->side[k].node ? " of a node" : G->side[k].ring ? " (ring)" : "");
  printf(": expected %d, got %d\n", wanted, got);
}

/* The side along which two ranks are neighbours by a link, and which way; -1 if they are not. */
static int link_between(const upc_stride_topology_t *G, int from, int to) {
  int a[UPC_STRIDE_TOPOLOGY_DIMS], b[UPC_STRIDE_TOPOLOGY_DIMS], k, found = -1;
  upc_stride_coordinates(G, from, a);
  upc_stride_coordinates(G, to, b);
  for (k = 0; k < G->ndims; k++) {
    int n = G->side[k].size;
    if (a[k] == b[k]) continue;
    if (found >= 0 || G->side[k].node) return -1;
    if (b[k] == a[k] + 1 || (G->side[k].ring && b[k] == 0 && a[k] == n - 1 && n > 2)) found = 2 * k;
    else if (b[k] == a[k] - 1 || (G->side[k].ring && a[k] == 0 && b[k] == n - 1 && n > 2)) found = 2 * k + 1;
    else return -1;
  }
  return found;
}

static int on_node_of(const upc_stride_topology_t *G, int a, int b) {
  int x[UPC_STRIDE_TOPOLOGY_DIMS], y[UPC_STRIDE_TOPOLOGY_DIMS], k;
  upc_stride_coordinates(G, a, x);
  upc_stride_coordinates(G, b, y);
  for (k = 0; k < G->ndims; k++)
    if (x[k] != y[k] && !G->side[k].node) return 0;
  return 1;
}

static void check_trees(const upc_stride_topology_t *G) {
  int trees = upc_stride_disjoint_trees(G), links = 2 * G->ndims, t, rank, i, sides = 0, rings = 1, k;
  unsigned char *used = calloc((size_t)G->members * (size_t)links, 1);
  int *born = calloc((size_t)G->members, sizeof *born), *mate = malloc((size_t)G->members * sizeof *mate);
  for (k = 0; k < G->ndims; k++) {
    if (G->side[k].size == 1 || G->side[k].node) continue;
    sides++;
    rings &= G->side[k].ring && G->side[k].size > 2;
  }
  expect("trees", G, 0, trees, rings ? 2 * sides : sides);
  for (t = 0; t < trees; t++) {
    memset(born, 0, (size_t)G->members * sizeof *born);
    for (rank = 0; rank < G->members; rank++) {
      int child[UPC_STRIDE_DISJOINT_MOST], n = upc_stride_disjoint_children(G, t, rank, child), depth = 0, at = rank;
      while (at != G->nearest && depth <= G->members) at = upc_stride_disjoint_parent(G, t, at), depth++;
      expect("steps to the root, at most", G, rank, depth <= upc_stride_disjoint_reach(G) + 1, 1);
      expect("depth", G, rank, upc_stride_disjoint_depth(G, t, rank), depth);
      for (i = 0; i < n; i++) {
        int along = link_between(G, rank, child[i]);
        expect("parent of a child", G, child[i], upc_stride_disjoint_parent(G, t, child[i]), rank);
        expect("a link to the child", G, child[i], along >= 0, 1);
        born[child[i]]++;
        if (along < 0) continue;
        expect("trees that use a link before", G, child[i], used[rank * links + along], 0);
        used[rank * links + along] = 1;
      }
      n = upc_stride_disjoint_mates(G, rank, mate);
      for (i = 0; i < n; i++) {
        born[mate[i]]++;
        expect("parent of a thread of the node", G, mate[i], upc_stride_disjoint_parent(G, t, mate[i]), rank);
        expect("on the same node", G, mate[i], on_node_of(G, rank, mate[i]), 1);
      }
    }
    for (rank = 0; rank < G->members; rank++) expect("times a child", G, rank, born[rank], rank != G->nearest);
  }
  free(used), free(born), free(mate);
}

static void check_box(const int *size, const int *kind) {
  upc_stride_topology_t G;
  int k, root, by;
  memset(&G, 0, sizeof G);
  G.members = 1;
  for (k = 0; k < 4; k++) {
    if (size[k] == 1 && k > 0) continue;
    G.side[G.ndims].size = size[k];
    G.side[G.ndims].ring = kind[k] == 1;
    G.side[G.ndims++].node = kind[k] == 2;
    G.members *= size[k];
  }
  by = G.members > 60 ? G.members / 13 : 1; /* on a torus each root is as any other, on lines not */
  for (root = 0; root < G.members; root += by) {
    G.root = G.nearest = root;
    check_trees(&G);
  }
}

/* ---- by arithmetic ---- */

/* Bytes a second of a broadcast of so many bytes, in `trees` parts, each in segments, the last of which takes `depth`
 * steps; a link takes a segment on each step. */
static double bandwidth(int trees, int depth, double bytes, double segment) {
  double steps = depth - 1 + bytes / trees / segment;
  return bytes / (steps * segment / RATE);
}

/* At least 0.9 of the links out of a node, from this size on: `bytes` is the size at which filling the pipeline is 5%
 * with segments of 4 KB, and for lines of 8 it is 1 MB. */
static void check_bandwidth(int dims, int n) {
  upc_stride_topology_t G;
  int k, t, rank, depth = 0, trees;
  double bytes, wanted;
  memset(&G, 0, sizeof G);
  G.ndims = dims;
  G.members = 1;
  for (k = 0; k < dims; k++) {
    G.side[k].size = n;
    G.side[k].ring = 1;
    G.members *= n;
  }
  trees = upc_stride_disjoint_trees(&G);
  for (t = 0; t < trees; t++)
    for (rank = 0; rank < G.members; rank++)
      if (upc_stride_disjoint_depth(&G, t, rank) > depth) depth = upc_stride_disjoint_depth(&G, t, rank);
  bytes = dims == 1 && n == 8 ? 1 << 20 : 20.0 * (depth - 1) * trees * 4096;
  wanted = 0.9 * trees * RATE;
  printf("%d sides of %d: %d trees of depth %d, %.1f MB at %.0f MB/s, %.2f of %d links\n", dims, n, trees, depth,
         bytes / 1e6, bandwidth(trees, depth, bytes, upc_stride_disjoint_segment(&G, (size_t)bytes)) / 1e6,
         bandwidth(trees, depth, bytes, upc_stride_disjoint_segment(&G, (size_t)bytes)) / trees / RATE, trees);
  expect("at least 0.9 of the links' bandwidth", &G, 0,
         bandwidth(trees, depth, bytes, upc_stride_disjoint_segment(&G, (size_t)bytes)) >= wanted, 1);
}

int main(void) {
  int size[4], kinds, k, i, kind[4] = {0, 0, 0, 2};
  static const int larger[][4] = {{8, 8, 1, 1}, {8, 8, 8, 1}, {4, 4, 4, 2}, {8, 5, 1, 2}, {16, 3, 3, 1}, {9, 7, 4, 2}};
  for (size[0] = 1; size[0] <= 5; size[0]++)
    for (size[1] = 1; size[1] <= 4; size[1]++)
      for (size[2] = 1; size[2] <= 4; size[2]++)
        for (size[3] = 1; size[3] <= 2; size[3]++)
          for (kinds = 0; kinds < 8; kinds++) {
            for (k = 0; k < 3; k++) kind[k] = kinds >> k & 1;
            check_box(size, kind);
          }
  for (i = 0; i < (int)(sizeof larger / sizeof larger[0]); i++)
    for (kinds = 0; kinds < 8; kinds += 7) {
      for (k = 0; k < 3; k++) kind[k] = kinds >> k & 1;
      check_box(larger[i], kind);
    }
  check_bandwidth(1, 8);
  for (i = 8; i <= 32; i *= 2) check_bandwidth(1, i);
  for (i = 4; i <= 32; i *= 2) check_bandwidth(2, i);
  for (i = 4; i <= 16; i *= 2) check_bandwidth(3, i);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
