/* SPDX-License-Identifier: BSD-3-Clause
 * Long messages, which threads copy together and chains send in segments, and calls in place: a block broadcast along
 * its own row, pieces that stay, a gather_all whose pieces are the blocks it reads. The sizes are odd numbers. Several
 * calls follow each other with no barrier between.
 * usage: large [rounds [seed]] */
#include "world.h"

enum { MOST = 700001 };

static upc_stride_array_t D, S;
static size_t row, len;                /* ints of a block; bytes of a call */

static int *mine(upc_stride_array_t A, int block) {
  size_t at[1];
  at[0] = (size_t)block * row;
  return (int *)(shared [] int *)upc_stride_at(A, at);
}

static shared void *block_of(upc_stride_array_t A, int block) {
  size_t at[1];
  at[0] = (size_t)block * row;
  return upc_stride_at(A, at);
}

static int word(int round, int block, size_t i) { return round * 7919 + block * 104729 + (int)i; }

static void fill(upc_stride_array_t A, int round) {
  int b;
  size_t i;
  for (b = MYTHREAD; b < 2 * THREADS; b += THREADS)
    for (i = 0; i < row; i++) mine(A, b)[i] = word(round, b, i);
}

static void expect(const char *what, int block, size_t i, int got, int wanted) {
  if (got != wanted) world_fail(what, block, i, (unsigned)wanted, (unsigned)got);
}

/* Words from..to-1 of a block of this thread in A are those of block `from_block`. */
static void check(const char *what, upc_stride_array_t A, int block, size_t at, size_t n, int round, int from_block,
                  size_t from) {
  size_t i;
  for (i = 0; i < n; i++) expect(what, block, at + i, mine(A, block)[at + i], word(round, from_block, from + i));
}

static upc_stride_section_t all(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL); }
static upc_stride_section_t one_each(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_RANGE(0, THREADS - 1)); }

static void broadcasts(int round, upc_flag_t f) {
  int root = random_below(2 * THREADS), b;
  size_t n = len / 4;
  fill(D, round), fill(S, round + 1);
  upc_stride_broadcast(all(D), block_of(S, root), len, f);
  for (b = MYTHREAD; b < 2 * THREADS; b += THREADS) {
    check("broadcast", D, b, 0, n, round + 1, root, 0);
    check("outside broadcast", D, b, n, row - n, round, b, n);
  }
  upc_barrier;
  fill(D, round);
  upc_stride_broadcast(all(D), block_of(D, root), len, f);
  for (b = MYTHREAD; b < 2 * THREADS; b += THREADS) check("broadcast in place", D, b, 0, n, round, root, 0);
}

static void in_place(int round, upc_flag_t f) {
  size_t n = row / (size_t)(2 * THREADS);
  int *perm = malloc(sizeof(int) * 2 * THREADS), b, j;
  upc_barrier;
  fill(D, round);
  for (b = 0; b < 2 * THREADS; b++) perm[b] = b;
  upc_stride_permute(all(D), all(D), perm, len, f);
  for (b = MYTHREAD; b < 2 * THREADS; b += THREADS) check("permute in place", D, b, 0, row, round, b, 0);
  upc_barrier;
  /* a piece of block 0 is the block it comes from: blocks of S are n ints, one after another in block 0 of D */
  if (THREADS == 1) {
    upc_stride_exchange(UPC_SECTION(D, UPC_STRIDE_AT(0)), UPC_SECTION(D, UPC_STRIDE_AT(0)), n * 4, f);
    check("exchange in place", D, 0, 0, row, round, 0, 0);
  }
  fill(S, round + 3);
  upc_stride_gather_all(all(D), UPC_SECTION(S, UPC_STRIDE_RANGE(2 * THREADS - 1, 0)), 4, f); /* nothing */
  upc_stride_gather_all(all(D), UPC_SECTION(S, UPC_STRIDE_STEP(2 * THREADS - 1, -1, 0)), n * 4, f);
  for (b = MYTHREAD; b < 2 * THREADS; b += THREADS)
    for (j = 0; j < 2 * THREADS; j++) check("gather_all", D, b, (size_t)j * n, n, round + 3, 2 * THREADS - 1 - j, 0);
  upc_barrier;
  fill(D, round);
  upc_stride_gather_all(UPC_SECTION(D, UPC_STRIDE_AT(0)), UPC_SECTION(D, UPC_STRIDE_AT(0)), len, f);
  if (MYTHREAD == 0) check("gather_all in place", D, 0, 0, row, round, 0, 0);
  free(perm);
}

static void moves(int round, upc_flag_t f) {
  size_t n = row / (size_t)THREADS;
  int j, b;
  upc_barrier;
  fill(D, round), fill(S, round + 1);
  upc_stride_exchange(one_each(D), one_each(S), n * 4, f);
  for (j = 0; j < THREADS; j++) check("exchange", D, MYTHREAD, (size_t)j * n, n, round + 1, j, (size_t)MYTHREAD * n);
  upc_stride_scatter(one_each(D), block_of(S, THREADS), n * 4, f);
  check("scatter", D, MYTHREAD, 0, n, round + 1, THREADS, (size_t)MYTHREAD * n);
  upc_stride_gather(block_of(D, 2 * THREADS - 1), one_each(S), n * 4, f);
  for (b = 0; b < THREADS && MYTHREAD == THREADS - 1; b++)
    check("gather", D, 2 * THREADS - 1, (size_t)b * n, n, round + 1, b, 0);
}

static void values(int round, upc_flag_t f) {
  size_t n = len / 4, i;
  int b;
  upc_barrier;
  fill(D, round), fill(S, round + 1);
  upc_stride_reduce_all(all(D), all(S), n, UPC_ADD, UPC_INT32, NULL, f);
  for (i = 0; i < n; i += 97) {
    int sum = 0;
    for (b = 0; b < 2 * THREADS; b++) sum += word(round + 1, b, i);
    expect("reduce_all", MYTHREAD, i, mine(D, MYTHREAD)[i], sum);
    expect("reduce_all", MYTHREAD + THREADS, i, mine(D, MYTHREAD + THREADS)[i], sum);
  }
  upc_barrier;
  upc_stride_prefix_reduce(all(D), all(S), n, UPC_MAX, UPC_INT32, NULL, f);
  for (i = 0; i < n; i += 97)
    for (b = MYTHREAD; b < 2 * THREADS; b += THREADS)
      expect("prefix_reduce", b, i, mine(D, b)[i], word(round + 1, b, i));
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 6);
  size_t shape, block;
  for (world_round = 0; world_round < rounds; world_round++) {
    upc_flag_t f = world_round % 2 ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : 0;
    row = (size_t)random_in(20000, MOST / 4 / THREADS + 20000);
    len = 4 * (size_t)random_in((int)row / 2, (int)row);
    shape = 2 * (size_t)THREADS * row, block = row;
    D = upc_stride_all_alloc(1, &shape, &block, 4, 0, NULL);
    S = upc_stride_all_alloc(1, &shape, &block, 4, 0, NULL);
    broadcasts(world_round * 10, f);
    moves(world_round * 10 + 3, f);
    in_place(world_round * 10 + 5, f);
    values(world_round * 10 + 7, f);
    upc_stride_all_free(D);
    upc_stride_all_free(S);
  }
  return world_verdict();
}
