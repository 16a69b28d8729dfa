/* SPDX-License-Identifier: BSD-3-Clause
 * The machine's torus: maps, places, and the sides of teams. Each row of Table 1 of Nishtala, Almasi, Cascaval
 * (Performance without Pain = Productivity), and larger machines. */
#include "torus/torus.h"
#include "trees/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, const char *where, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s, %s: expected %lld, got %lld\n", where, what, wanted, got);
}

/* ---- places ---- */

/* Threads that are neighbours in the grid are at most `most` hops apart; their average is in thousandths of a hop. */
static void check_neighbours(const char *map, int rows, int columns, int most) {
  const upc_stride_torus_t *M = upc_stride_torus();
  int a[UPC_STRIDE_LETTERS], b[UPC_STRIDE_LETTERS], i, j, far = 0;
  for (i = 0; i < rows; i++) {
    for (j = 0; j < columns; j++) {
      int t = i * columns + j, hops;
      upc_stride_torus_place(M, t, a);
      expect("thread at the place of a thread", map, upc_stride_torus_thread(M, a), t);
      if (j + 1 < columns) {
        upc_stride_torus_place(M, t + 1, b);
        hops = upc_stride_hops(M->size, a, b);
        if (hops > far) far = hops;
      }
      if (i + 1 < rows) {
        upc_stride_torus_place(M, t + columns, b);
        hops = upc_stride_hops(M->size, a, b);
        if (hops > far) far = hops;
      }
    }
  }
  if (far > most) expect("hops between neighbours of the grid, at most", map, far, most);
}

/* ---- teams ---- */

/* Members whose coordinates differ by one step, or by one round of a ring, are neighbours in the machine, or on one
 * node; `sides` is the number of sides of more than one place. */
static void check_team(const char *where, const upc_stride_team_t *T, int sides) {
  const upc_stride_torus_t *M = upc_stride_torus();
  upc_stride_topology_t G;
  int rank, k, c[UPC_STRIDE_TOPOLOGY_DIMS], a[UPC_STRIDE_LETTERS], b[UPC_STRIDE_LETTERS], found = 0, product = 1;
  upc_stride_topology(&G, T, upc_stride_team_thread(T, 0));
  for (k = 0; k < G.ndims; k++) {
    found += G.side[k].size > 1;
    product *= G.side[k].size;
  }
  expect("members of all sides", where, product, T->n);
  expect("sides", where, found, sides);
  for (rank = 0; rank < T->n; rank++) {
    upc_stride_coordinates(&G, rank, c);
    expect("rank of its coordinates", where, upc_stride_rank_of(&G, c), rank);
    upc_stride_torus_place(M, upc_stride_team_thread(T, rank), a);
    for (k = 0; k < G.ndims; k++) {
      int was = c[k];
      if (was + 1 == G.side[k].size && !G.side[k].ring) continue;
      c[k] = (was + 1) % G.side[k].size;
      upc_stride_torus_place(M, upc_stride_team_thread(T, upc_stride_rank_of(&G, c)), b);
      if (upc_stride_hops(M->size, a, b) != !G.side[k].node && G.side[k].size > 1)
        expect("hops to the next place of a side", where, upc_stride_hops(M->size, a, b), !G.side[k].node);
      c[k] = was;
    }
  }
}

/* The section of a matrix with one block for each thread, or the whole vector of blocks if columns is 0. */
static void check_section(const char *where, int rows, int columns, upc_stride_interval_t row,
                          upc_stride_interval_t column, int sides) {
  size_t shape[2], block[2] = {1, 1};
  int grid[2];
  upc_stride_interval_t iv[2];
  upc_stride_layout_t L;
  upc_stride_picks_t P;
  upc_stride_team_t T;
  upc_stride_mistake_t m;
  iv[0] = row, iv[1] = column;
  shape[0] = (size_t)rows, shape[1] = (size_t)columns;
  grid[0] = rows, grid[1] = columns;
  upc_stride_layout_init(&L, columns > 0 ? 2 : 1, shape, block, 8, columns > 0 ? 2 : 0, grid,
                         columns > 0 ? rows * columns : rows, 0);
  upc_stride_pick(&P, &L, columns > 0 ? 2 : 1, iv, &m);
  upc_stride_team(&T, &P);
  check_team(where, &T, sides);
  upc_stride_team_end(&T);
}

static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
static upc_stride_interval_t at(long long i) { return (upc_stride_interval_t){UPC_STRIDE_INTERVAL_AT, i, 1, i}; }
static upc_stride_interval_t from(long long lo, long long step, long long hi) {
  return (upc_stride_interval_t){UPC_STRIDE_INTERVAL_STEP, lo, step, hi};
}

/* ---- the machines ---- */

static const struct { const char *torus, *map; int rows, columns, most, row_sides, column_sides; } machines[] = {
  {"4x4x4x2", "XT,YZ", 8, 16, 2, 2, 2}, {"4x4x4x2", "XT,Yz", 8, 16, 1, 2, 2}, /* Table 1; z back and forth */
  {"8x8x8x2", "XT,YZ", 16, 64, 2, 2, 2}, {"8x8x8x2", "XT,Yz", 16, 64, 1, 2, 2},
  {"8x8x16x2", "XT,YZ", 16, 128, 2, 2, 2}, {"8x8x16x2", "XT,Yz", 16, 128, 1, 2, 2},
  {"8x16x16x2", "XT,YZ", 16, 256, 2, 2, 2}, {"8x16x16x2", "XT,Yz", 16, 256, 1, 2, 2},
  {"8x32x16x2", "XT,YZ", 16, 512, 2, 2, 2}, {"8x32x16x2", "XT,Yz", 16, 512, 1, 2, 2},
  {"8x32x32x2", "XT,YZ", 16, 1024, 2, 2, 2}, {"8x32x32x2", "XT,Yz", 16, 1024, 1, 2, 2},
  {"8x32x32x2", "YT,Xz", 64, 256, 1, 2, 2}, {"8x32x32x2", "XY/2,Y%2zt", 128, 128, 3, 2, 3},
  {"8x32x32x2", "Z,XyT", 32, 512, 1, 1, 3}, {"6x5x4x3", "XT,Yz", 18, 20, 1, 2, 2}};

static void check_machines(void) {
  size_t i;
  for (i = 0; i < sizeof machines / sizeof machines[0]; i++) {
    int rows = machines[i].rows, columns = machines[i].columns;
    char where[64];
    snprintf(where, sizeof where, "%s %s", machines[i].torus, machines[i].map);
    upc_stride_torus_set(machines[i].torus, machines[i].map);
    expect(upc_stride_torus_wrong(rows * columns) == NULL ? "fits" : upc_stride_torus_wrong(rows * columns), where,
           upc_stride_torus_wrong(rows * columns) == NULL, 1);
    if (upc_stride_torus() == NULL) continue;
    expect("rows", where, upc_stride_torus_extent(upc_stride_torus(), 0), rows);
    check_neighbours(where, rows, columns, machines[i].most);
    if (strchr(machines[i].map, '/') != NULL) continue; /* neighbours of Y/2 are two hops apart */
    check_section(where, rows, columns, at(rows - 1), all, machines[i].column_sides);
    check_section(where, rows, columns, all, at(columns - 3), machines[i].row_sides);
    check_section(where, rows, columns, all, all, machines[i].row_sides + machines[i].column_sides);
    check_section(where, rows * columns, 0, all, all, machines[i].row_sides + machines[i].column_sides);
  }
}

/* Parts of rows: planes, lines, single places, backwards, and every other plane. */
static void check_parts(void) {
  upc_stride_torus_set("4x4x4x2", "XT,Yz");
  check_section("a part of a ring", 8, 16, at(3), from(5, 1, 6), 1);
  check_section("two planes", 8, 16, at(3), from(4, 1, 11), 2);
  check_section("a row backwards", 8, 16, at(3), from(15, -1, 0), 2);
  check_section("planes backwards", 8, 16, at(3), from(15, -1, 8), 2);
  check_section("planes, odd ones first", 8, 16, at(3), from(4, 1, 15), 2);
  check_section("one processor of each node", 8, 16, from(0, 2, 7), at(0), 1);
  check_section("a node", 8, 16, from(4, 1, 5), at(0), 1);
  check_section("one of all", 8, 16, at(0), at(0), 0);
  check_section("a box", 8, 16, from(2, 1, 5), from(4, 1, 11), 4);
  upc_stride_torus_set("4x4x8", NULL);
  check_section("rows of half a letter and one more", 8, 16, at(3), all, 2);
  check_section("some of such a row", 8, 16, at(3), from(2, 1, 5), 1);
  upc_stride_torus_set("6x5x3x2", "XTY,z");
  check_section("three letters", 60, 3, all, all, 4);
  check_section("some of three letters", 60, 3, from(10, 1, 39), all, 4);
  upc_stride_torus_set("3x5x3x3", "xtyz");
  check_section("all letters back and forth", 135, 0, all, all, 4);
  upc_stride_torus_set(NULL, NULL);
}

/* ---- wrong ones: what the one line says ---- */

static void wrong(const char *torus, const char *map, int threads, const char *words) {
  const char *said;
  upc_stride_torus_set(torus, map);
  said = upc_stride_torus_wrong(threads);
  if (said != NULL && strstr(said, words) != NULL && strchr(said, '\n') == NULL) return;
  failures++;
  printf("%s %s on %d threads: expected \"%s\", got \"%s\"\n", torus, map, threads, words, said == NULL ? "" : said);
}

static void check_wrong(void) {
  wrong("4x4x4x2", "XT,YZ", 64, "UPC_STRIDE_TORUS: 128 places, must be THREADS (64)");
  wrong("4x4x4x2", "XT,Y", 128, "UPC_STRIDE_MAP: \"XT,Y\", each letter of the torus must be in it");
  wrong("4x4x4x2", "XT,YZZ", 128, "must be letters X Y Z T, each once");
  wrong("4x4x4x2", "XT,YW", 128, "must be letters X Y Z T, each once");
  wrong("4x4x4x2", "XT,YZ%", 128, "must be letters X Y Z T, each once");
  wrong("4x4x4x2", "XT,Y/2Z", 128, "exactly once");
  wrong("4x4x4x2", "XY/2,Y%3ZT", 128, "exactly once");
  wrong("4x4x4x2", "XY/2,Y%2Y%2ZT", 128, "exactly once");
  wrong("4x4x4x2", "XY/4,Y%2ZT", 128, "exactly once");
  wrong("4x4x4y", NULL, 128, "must be up to four sizes");
  wrong(NULL, "XU", 128, "must be letters X Y Z T, each once");
  upc_stride_torus_set(NULL, NULL);
}

/* ---- links ---- */

static void check_links(void) {
  int size[UPC_STRIDE_LINK_LETTERS] = {8, 4, 1}, a[UPC_STRIDE_LETTERS] = {0}, b[UPC_STRIDE_LETTERS] = {0}, s, d;
  upc_stride_links_t L;
  upc_stride_links_start(&L, size);
  for (s = 0; s < 32; s++) {
    for (d = 0; d < 32; d++) {
      a[0] = s / 4, a[1] = s % 4, b[0] = d / 4, b[1] = d % 4;
      upc_stride_links_add(&L, a, b, 1);
    }
  }
  expect("busiest link of an exchange on 8 x 4: 32 * 8 / 8", "links", (long long)upc_stride_links_busiest(&L), 32);
  expect("all loads: 32 * 32 * (2 + 1) hops", "links", (long long)upc_stride_links_sum(&L), 32 * 32 * 3);
  upc_stride_links_end(&L);
}

int main(void) {
  check_machines();
  check_parts();
  check_wrong();
  check_links();
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
