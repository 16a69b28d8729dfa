/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds of an exchange on a torus: each two members meet once, in a round both know; and the loads of links, round
 * by round, against the bound that the bisection sets. */
#include "torus/torus.h"
#include "trees/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, const char *where, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s, %s: expected %lld, got %lld\n", where, what, wanted, got);
}

/* The team of all threads. */
static void topology_of_all(upc_stride_topology_t *G, const char *torus, const char *map, int threads) {
  size_t shape[1], block[1] = {1};
  upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_mistake_t m;
  upc_stride_torus_set(torus, map);
  expect("a torus of as many places", torus, upc_stride_torus_wrong(threads) == NULL, 1);
  shape[0] = (size_t)threads;
  upc_stride_layout_init(&L, 1, shape, block, 8, 0, NULL, threads, 0);
  upc_stride_pick(&P, &L, 1, &all, &m);
  upc_stride_team(&T, &P);
  upc_stride_topology(G, &T, 0);
  upc_stride_team_end(&T);
}

static void check_meetings(const char *torus, const char *map, int threads) {
  upc_stride_topology_t G;
  int *to = malloc((size_t)threads * (size_t)threads * sizeof *to), rank, r;
  int *from = malloc((size_t)threads * (size_t)threads * sizeof *from);
  unsigned char *met = calloc((size_t)threads * (size_t)threads, 1);
  topology_of_all(&G, torus, map, threads);
  for (rank = 0; rank < threads; rank++) upc_stride_rounds(&G, rank, to + rank * threads, from + rank * threads);
  for (rank = 0; rank < threads; rank++) {
    expect("round 0 is the member itself", torus, to[rank * threads], rank);
    for (r = 0; r < threads; r++) {
      int other = to[rank * threads + r];
      expect("the receiver knows the round", torus, from[other * threads + r], rank);
      expect("meetings of two members before", torus, met[rank * threads + other]++, 0);
    }
  }
  free(to), free(from), free(met);
}

/* Every member sends one piece in each round; `together` rounds are under way at a time, and take as long as their
 * busiest link. In thousandths of the bound: all data that must pass the busiest link, in one go. */
static int efficiency(const char *torus, const char *map, int threads, int together) {
  upc_stride_topology_t G;
  const upc_stride_torus_t *M;
  upc_stride_links_t now, all;
  int **to = malloc((size_t)threads * sizeof *to), *from = malloc((size_t)threads * sizeof *from), rank, r;
  int (*place)[UPC_STRIDE_LETTERS] = malloc((size_t)threads * sizeof *place);
  double time = 0, bound;
  topology_of_all(&G, torus, map, threads);
  M = upc_stride_torus();
  for (rank = 0; rank < threads; rank++) {
    to[rank] = malloc((size_t)threads * sizeof **to);
    upc_stride_rounds(&G, rank, to[rank], from);
    upc_stride_torus_place(M, rank, place[rank]);
  }
  upc_stride_links_start(&all, M->size);
  for (r = 0; r < threads; r += together) {
    int i;
    upc_stride_links_start(&now, M->size);
    for (i = r; i < r + together && i < threads; i++) {
      for (rank = 0; rank < threads; rank++) {
        upc_stride_links_add(&now, place[rank], place[to[rank][i]], 1);
        upc_stride_links_add(&all, place[rank], place[to[rank][i]], 1);
      }
    }
    time += upc_stride_links_busiest(&now);
    upc_stride_links_end(&now);
  }
  bound = upc_stride_links_busiest(&all);
  for (r = 0; r < UPC_STRIDE_LINK_LETTERS; r++) { /* half the threads send to the other half, by two cuts of a ring */
    double pairs = (double)threads * threads / 4, links = 2.0 * threads / M->size[r] / M->size[3];
    if (M->size[r] % 2 == 0 && M->size[r] > 2 && pairs / links > bound) bound = pairs / links;
  }
  for (rank = 0; rank < threads; rank++) free(to[rank]);
  free(to), free(from), free(place);
  upc_stride_links_end(&all);
  printf("%s: %d rounds at a time, %.3f of the bound\n", torus, together, bound / time);
  return (int)(1000 * bound / time);
}

int main(void) {
  check_meetings("4x4x4", "X,Y,Z", 64);
  check_meetings("4x4x4x2", "XT,Yz", 128);
  check_meetings("3x5x2x3", "XT,YZ", 90);
  check_meetings("7x4", "X,Y", 28);
  check_meetings("1x1x1x6", "XT,YZ", 6);
  /* 512 nodes: with eight rounds under way, or four, at least 0.9 of the bound; one at a time is much less */
  expect("0.9 of the bound", "8x8x8", efficiency("8x8x8", "X,YZ", 512, 8) >= 900, 1);
  expect("0.9 of the bound, four at a time", "8x8x8", efficiency("8x8x8", "X,YZ", 512, 4) >= 900, 1);
  expect("0.9 of the bound", "4x8x16", efficiency("4x8x16", "X,YZ", 512, 8) >= 900, 1);
  expect("0.9 of the bound", "16x32", efficiency("16x32", "X,Y", 512, 8) >= 900, 1);
  expect("0.9 of the bound", "8x8x8x2", efficiency("8x8x8x2", "XT,YZ", 1024, 8) >= 900, 1);
  /* rings of 10 and 6, in which every other link has more of what goes half way round */
  expect("0.95 of the bound", "10x10x10", efficiency("10x10x10", "X,Y,Z", 1000, 24) >= 950, 1);
  expect("0.95 of the bound", "6x6x6", efficiency("6x6x6", "X,Y,Z", 216, 24) >= 950, 1);
  expect("0.9 of the bound, one at a time", "8x8x8", efficiency("8x8x8", "X,YZ", 512, 1) >= 900, 0);
  upc_stride_torus_set(NULL, NULL);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
