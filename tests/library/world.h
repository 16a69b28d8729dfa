/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random arrays and sections for the tests of collectives, and a model of their layout. Every thread makes the same
 * arrays from the same seed. An element's value is its global index. Destinations are poisoned first. Each thread
 * compares every byte of its own part, padding included.
 *
 * An array is allocated, or a view of memory from any thread on, or an ordinary UPC array, which has no padding, or has
 * its blocks where a list says. The owners of the blocks are computed here without the library, which must give the
 * same.
 */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include "arrays/array.h"
#include "observed.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <upc_relaxed.h>

enum { WORLD_DIMS = 4, WORLD_BLOCKS = 4096 };
#define POISON 0xA5u

enum { WORLD_ALLOCATED, WORLD_VIEWED, WORLD_ORDINARY, WORLD_LISTED };

typedef struct {
  upc_stride_array_t array;
  int kind, first;                   /* of the above; the thread of block 0 without a grid */
  int ndims, ngrid, grid[WORLD_DIMS];
  size_t shape[WORLD_DIMS], block[WORLD_DIMS], nblocks[WORLD_DIMS], blocks, blockbytes;
  size_t elem;                       /* bytes of an element */
  shared void *memory;               /* of a view or an ordinary array */
  int owner[WORLD_BLOCKS];           /* of a list: the thread of each block */
  upc_stride_declared_t declared;    /* an ordinary array */
} world_array_t;

typedef struct {
  upc_stride_interval_t iv[WORLD_DIMS];
  int k;                             /* blocks picked                                  */
  int number[WORLD_BLOCKS];          /* row-major block number at each position        */
  int position[WORLD_BLOCKS];        /* position of each block number, -1 outside      */
} world_section_t;

static shared int world_failures[THREADS];
static int world_round;

static void world_fail(const char *what, int where, size_t at, unsigned expected, unsigned got) {
  if (world_failures[MYTHREAD]++ >= 5) return;
  printf("round %d, thread %d, %s %d, byte %zu: expected 0x%02x, got 0x%02x\n", world_round, MYTHREAD, what, where, at,
         expected, got);
  fflush(stdout);
}

/* Ends a test: every thread returns the same status. One thread adds up: with hundreds of simulated threads it would
 * take long if each read what all others have. */
static int world_verdict(void) {
  static shared int failures;
  int t, sum = 0;
  world_failures[MYTHREAD] += observed_ends();
  upc_barrier;
  if (MYTHREAD == 0) {
    for (t = 0; t < THREADS; t++) sum += world_failures[t];
    failures = sum;
    puts(sum == 0 ? "PASS" : "FAIL");
  }
  upc_barrier;
  return failures != 0;
}

/* Two random factors of n. */
static int world_factor(int n) {
  int f;
  do f = random_in(1, n); while (n % f != 0);
  return f;
}

/* A grid for THREADS, or none. */
static void world_grid(world_array_t *W) {
  int rest = THREADS, k;
  W->ngrid = random_below(4) == 0 ? 0 : random_in(1, W->ndims);
  for (k = 0; k < W->ngrid; k++) {
    W->grid[k] = k == W->ngrid - 1 ? rest : world_factor(rest);
    rest /= W->grid[k];
  }
}

static void world_size(world_array_t *W, int blocks_most, int side_most) {
  int k, ordinary = W->kind == WORLD_ORDINARY; /* pieces of rows, of one size except in one dimension */
  W->blocks = 1, W->blockbytes = W->elem;
  for (k = 0; k < W->ndims; k++) {
    W->block[k] = ordinary && k < W->ndims - 1 ? 1 : (size_t)random_in(1, side_most);
    W->nblocks[k] = W->ngrid > 0 && k >= W->ngrid ? 1 : (size_t)random_in(1, blocks_most);
    W->shape[k] = W->nblocks[k] * W->block[k];
    if (!ordinary || W->ndims == 1) W->shape[k] -= (size_t)random_below((int)W->block[k]);
    W->blocks *= W->nblocks[k];
    W->blockbytes *= W->block[k];
  }
}

/* Any kind of array that its grid allows. */
static void world_kind(world_array_t *W) {
  W->kind = random_below(W->ngrid > 0 ? 2 : 4);
  W->first = W->kind == WORLD_VIEWED && W->ngrid == 0 ? random_below(THREADS) : 0;
}

static int world_listed(const size_t *blockindex, void *array) {
  const world_array_t *W = array;
  size_t number = 0;
  int k;
  for (k = 0; k < W->ndims; k++) number = number * W->nblocks[k] + blockindex[k];
  return W->owner[number];
}

/* Blocks on any threads, or on a few of them; given as a list, or by a function. */
static void world_alloc_listed(world_array_t *W) {
  int some = random_in(1, THREADS), i;
  for (i = 0; i < (int)W->blocks; i++) W->owner[i] = THREADS - 1 - random_below(some);
  W->array = random_below(2) ? upc_stride_all_alloc_listed(W->ndims, W->shape, W->block, W->elem, W->owner)
                             : upc_stride_all_alloc_owned(W->ndims, W->shape, W->block, W->elem, world_listed, W);
}

static void world_alloc(world_array_t *W) {
  size_t rows = (W->blocks + (size_t)THREADS) * W->blockbytes; /* enough from any first thread */
  if (W->kind == WORLD_ALLOCATED) {
    W->array = upc_stride_all_alloc(W->ndims, W->shape, W->block, W->elem, W->ngrid, W->grid);
    return;
  }
  if (W->kind == WORLD_LISTED) {
    world_alloc_listed(W);
    return;
  }
  W->memory = upc_all_alloc(THREADS, rows);
  memset((char *)((shared char *)W->memory + MYTHREAD), 0, rows);
  upc_barrier;
  if (W->kind == WORLD_VIEWED) {
    W->array = upc_stride_view((shared void *)((shared char *)W->memory + W->first), W->ndims, W->shape, W->block,
                               W->elem, W->ngrid, W->grid);
  } else {
    memset(&W->declared, 0, sizeof W->declared);
    W->declared.ndims = W->ndims;
    W->declared.shape = W->shape;
    W->declared.elemsize = W->elem;
    W->declared.ublock = W->blockbytes / W->elem;
    W->array = upc_stride_declared(&W->declared, W->memory);
  }
}

static void world_free(world_array_t *W) {
  if (W->kind == WORLD_ORDINARY) upc_stride_array_drop(W->array);
  else upc_stride_all_free(W->array);
  if (W->kind == WORLD_VIEWED || W->kind == WORLD_ORDINARY) upc_all_free(W->memory);
}

static void world_array(world_array_t *W, int side_most) {
  static const int most[WORLD_DIMS + 1] = {0, 30, 9, 5, 4};
  W->kind = WORLD_ALLOCATED, W->first = 0, W->elem = 4;
  W->ndims = random_in(1, WORLD_DIMS);
  world_grid(W);
  world_size(W, most[W->ndims], side_most);
  world_alloc(W);
}

/* The coordinates of a block, and its address. */
static void world_coordinates(const world_array_t *W, int number, size_t *c) {
  int k;
  for (k = W->ndims - 1; k >= 0; k--) {
    c[k] = (size_t)number % W->nblocks[k];
    number /= (int)W->nblocks[k];
  }
}

static shared [] char *world_block(const world_array_t *W, int number) {
  size_t c[WORLD_DIMS];
  int k;
  world_coordinates(W, number, c);
  for (k = 0; k < W->ndims; k++) c[k] *= W->block[k];
  return (shared [] char *)upc_stride_at(W->array, c);
}

static int world_owner(const world_array_t *W, int number) {
  size_t c[WORLD_DIMS];
  int k, owner = 0;
  if (W->kind == WORLD_LISTED) return W->owner[number];
  if (W->ngrid == 0) return (W->first + number) % THREADS;
  world_coordinates(W, number, c);
  for (k = 0; k < W->ngrid; k++) owner = owner * W->grid[k] + (int)(c[k] % (size_t)W->grid[k]);
  return owner;
}

/* The bytes of a block. The last block of an ordinary array has no padding. */
static size_t world_bytes(const world_array_t *W, int number) {
  if (W->kind != WORLD_ORDINARY || W->ndims > 1 || number < (int)W->blocks - 1) return W->blockbytes;
  return W->shape[0] * W->elem - (size_t)number * W->blockbytes;
}

static upc_stride_interval_t world_interval(int n) {
  int lo = random_below(n), hi = random_below(n), step = random_in(1, 3), swap = lo > hi;
  upc_stride_interval_t v = UPC_STRIDE_ALL;
  switch (random_below(5)) {
    case 0: v = UPC_STRIDE_AT(lo); break;
    case 1: v = UPC_STRIDE_RANGE(swap ? hi : lo, swap ? lo : hi); break;
    case 2: v = UPC_STRIDE_STEP(lo, swap ? -step : step, hi); break;
    case 3: v = UPC_STRIDE_STEP(lo, random_below(6) == 0 ? -step : step, n - 1);
  }
  return v;
}

/* Computes the section by visiting every index. */
static void world_resolve(const world_array_t *W, world_section_t *S) {
  int picks[WORLD_DIMS][64], count[WORLD_DIMS], at[WORLD_DIMS], d, i;
  for (d = 0; d < WORLD_DIMS; d++) at[d] = 0;
  S->k = 0;
  for (i = 0; i < (int)W->blocks; i++) S->position[i] = -1;
  for (d = 0; d < W->ndims; d++) {
    upc_stride_interval_t v = S->iv[d];
    int all = v.kind == UPC_STRIDE_INTERVAL_ALL, lo = all ? 0 : (int)v.lo;
    int hi = all ? (int)W->nblocks[d] - 1 : v.kind == UPC_STRIDE_INTERVAL_AT ? lo : (int)v.hi;
    int step = v.kind == UPC_STRIDE_INTERVAL_STEP ? (int)v.step : 1;
    for (count[d] = 0, i = lo; (step > 0 && i <= hi) || (step < 0 && i >= hi); i += step) picks[d][count[d]++] = i;
    if (count[d] == 0) return;
  }
  for (;;) {
    int number = 0;
    for (d = 0; d < W->ndims; d++) number = number * (int)W->nblocks[d] + picks[d][at[d]];
    S->position[number] = S->k;
    S->number[S->k++] = number;
    for (d = W->ndims - 1; d >= 0 && ++at[d] == count[d]; d--) at[d] = 0;
    if (d < 0) return;
  }
}

static void world_section(const world_array_t *W, world_section_t *S) {
  int d;
  for (d = 0; d < W->ndims; d++) S->iv[d] = world_interval((int)W->nblocks[d]);
  world_resolve(W, S);
}

static size_t world_smallest(const world_array_t *W, const world_section_t *S) {
  size_t least = W->blockbytes;
  int p;
  for (p = 0; p < S->k; p++)
    if (world_bytes(W, S->number[p]) < least) least = world_bytes(W, S->number[p]);
  return least;
}

/* Byte `at` of block `number` of the array with this salt: its word is the global index. */
static unsigned world_byte(unsigned salt, const world_array_t *W, int number, size_t at) {
  size_t place = (size_t)number * W->blockbytes + at;
  unsigned word = salt * 2654435761u + (unsigned)(place / 4);
  return word >> 8 * (place % 4) & 0xFF;
}

/* Fills the caller's blocks with their indices, or with poison (salt 0). */
static void world_fill(const world_array_t *W, unsigned salt) {
  int number;
  size_t at;
  for (number = 0; number < (int)W->blocks; number++) {
    unsigned char *block;
    int owner = world_owner(W, number), theirs = (int)upc_threadof((shared void *)world_block(W, number));
    if (theirs != owner) world_fail("owner of block", number, 0, (unsigned)owner, (unsigned)theirs);
    if (theirs != MYTHREAD) continue;
    block = (unsigned char *)world_block(W, number);
    for (at = 0; at < world_bytes(W, number); at++)
      block[at] = (unsigned char)(salt == 0 ? POISON : world_byte(salt, W, number, at));
  }
}

/* Delays the thread at random, so that threads call in any order. */
static void world_dawdle(void) {
  struct timespec t = {0, 0};
  unsigned mine = (unsigned)(world_round * 7919 + MYTHREAD * 104729) * 2654435761u >> 24;
  observed_changes();
  if (mine >= 24) return;
  t.tv_nsec = (long)mine * 20000;
  nanosleep(&t, NULL);
}

/* Synchronisation number n of 13: the nine pairs, 0, and halves alone; *in and *out are 0 no, 1 my, 2 all. */
static upc_flag_t world_sync(int n, int *in, int *out) {
  static const upc_flag_t in_flag[3] = {UPC_IN_NOSYNC, UPC_IN_MYSYNC, UPC_IN_ALLSYNC};
  static const upc_flag_t out_flag[3] = {UPC_OUT_NOSYNC, UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC};
  *in = *out = 2;
  if (n < 9) *in = n / 3, *out = n % 3;
  if (n == 9) *in = 1;
  if (n == 10) *out = 1;
  if (n == 11) *in = 0;
  if (n < 9) return in_flag[*in] | out_flag[*out];
  if (n == 10) return UPC_OUT_MYSYNC;
  return n == 12 ? 0 : in_flag[*in];
}

/* The arguments of a test: rounds and seed. */
static int world_start(int argc, char **argv, int rounds) {
  int seed = argc > 2 ? atoi(argv[2]) : 1;
  random_state = (unsigned long long)seed;
  if (MYTHREAD == 0) printf("%d threads, %d rounds, seed %d\n", THREADS, argc > 1 ? atoi(argv[1]) : rounds, seed);
  fflush(stdout);
  observed_begins();
  return argc > 1 ? atoi(argv[1]) : rounds;
}

#endif
