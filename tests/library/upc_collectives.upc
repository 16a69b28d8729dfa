/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's standard collective library: relocalization with every synchronisation, reductions of every type, operation and
 * layout, from any phase. Standard UPC only.
 * usage: upc_collectives [rounds [seed]] */
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_collective.h>
#include <upc_relaxed.h>

enum { N = 24, BLOCKS = 12 };          /* bytes of a piece; elements are at most N * BLOCKS a thread */

static shared int failures[THREADS];
static shared [] char *place;          /* N * THREADS bytes on one thread */
static shared char *A, *B;             /* N * THREADS bytes on each       */

static void expect(const char *what, long long at, long long got, long long wanted) {
  if (got == wanted || failures[MYTHREAD]++ >= 5) return;
  printf("thread %d, %s, at %lld: expected %lld, got %lld\n", MYTHREAD, what, at, wanted, got);
  fflush(stdout);
}

static char *mine(shared char *X) { return (char *)(X + MYTHREAD); }
static char byte(int from, int at) { return (char)(from * 31 + at * 7 + 1); }

static upc_flag_t flags_of(int mode) {
  static const upc_flag_t in[3] = {UPC_IN_NOSYNC, UPC_IN_MYSYNC, UPC_IN_ALLSYNC};
  static const upc_flag_t out[3] = {UPC_OUT_NOSYNC, UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC};
  return mode == 9 ? 0 : in[mode / 3] | out[mode % 3];
}

/* ---- relocalization ---- */

static void fill(int mode, char *x, int bytes) {
  int i;
  memset(mine(A), 0x5A, (size_t)(N * THREADS));
  memset(mine(B), 0x5A, (size_t)(N * THREADS));
  for (i = 0; i < bytes; i++) x[i] = byte(MYTHREAD, i);
  if (mode < 3) upc_barrier;
}

static void check(const char *what, int mode, int rows, int (*from)(int row), int (*at)(int row)) {
  int row, i;
  if (mode < 9 && mode % 3 == 0) upc_barrier;
  for (row = 0; row < rows; row++)
    for (i = 0; i < N; i++) expect(what, row * N + i, mine(A)[row * N + i], byte(from(row), at(row) * N + i));
  for (i = rows * N; i < N * THREADS; i++) expect(what, i, mine(A)[i], 0x5A);
  upc_barrier;
}

static int root, shift;
static int from_root(int row) { return row * 0 + root; }
static int from_row(int row) { return row; }
static int from_before(int row) { return row * 0 + (MYTHREAD + shift) % THREADS; }
static int first(int row) { return row * 0; }
static int my_own(int row) { return row * 0 + MYTHREAD; }

static void relocalize(int mode) {
  upc_flag_t f = flags_of(mode);
  static shared int perm[THREADS];
  int i;
  root = random_below(THREADS), shift = random_below(THREADS);
  fill(mode, mine(B), N);
  upc_all_broadcast(A, B + root, N, f);
  check("broadcast", mode, 1, from_root, first);
  fill(mode, mine(B), N * THREADS);
  upc_all_scatter(A, B + root, N, f);
  check("scatter", mode, 1, from_root, my_own);
  fill(mode, mine(B), N);
  upc_all_gather(A + root, B, N, f);
  check("gather", mode, MYTHREAD == root ? THREADS : 0, from_row, first);
  fill(mode, mine(B), N);
  upc_all_gather_all(A, B, N, f);
  check("gather_all", mode, THREADS, from_row, first);
  fill(mode, mine(B), N * THREADS);
  upc_all_exchange(A, B, N, f);
  check("exchange", mode, THREADS, from_row, my_own);
  perm[MYTHREAD] = (MYTHREAD + THREADS - shift) % THREADS;
  fill(mode, mine(B), N);
  upc_all_permute(A, B, perm, N, f);
  check("permute", mode, 1, from_before, first);
  for (i = 0; i < 20; i++) { /* the flags alone must suffice */
    memset(mine(B), i, N);
    upc_all_gather_all(A, B, N, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    expect("back to back", i, mine(A)[N * (THREADS - 1)], i);
  }
  upc_barrier;
}

/* ---- reductions ---- */

static const upc_op_t operations[] = {UPC_ADD, UPC_MULT, UPC_MIN, UPC_MAX, UPC_LOGAND, UPC_LOGOR,
                                      UPC_AND, UPC_OR, UPC_XOR, UPC_FUNC, UPC_NONCOMM_FUNC};
enum { OPERATIONS = sizeof operations / sizeof operations[0], FIRST_WHOLE = 6, FIRST_FUNC = 9 };

static long long apply(int op, long long x, long long y) {
  switch (op) {
    case 0: return x + y;
    case 1: return x * y;
    case 2: return x < y ? x : y;
    case 3: return x > y ? x : y;
    case 4: return x && y;
    case 5: return x || y;
    case 6: return x & y;
    case 7: return x | y;
    case 8: return x ^ y;
    case 9: return x > y ? x : y;
    default: return y;                 /* the last: its order matters */
  }
}

/* Small numbers, so that all types can hold the results; others for products. */
static int value(int op, int i) {
  return op == 1 ? 1 + (i % 37 == 5) : op == 0 ? i % 3 == 0 && i % 2 : (i * 29 + 5) % 61;
}

#define TEST(T, test, largest, last, reduce, prefix_reduce)                                                        \
  static T largest(T x, T y) { return x > y ? x : y; }                                                             \
  static T last(T x, T y) { return x == x ? y : x; }                                                               \
  static void test(int op, int real, int blk, int phase, int n) {                                                  \
    T (*func)(T, T) = op == FIRST_FUNC ? largest : last;                                                           \
    shared void *src, *dst;                                                                                        \
    long long sum = 0;                                                                                             \
    int i;                                                                                                         \
    if (real && op >= FIRST_WHOLE && op < FIRST_FUNC) return;                                                      \
    for (i = 0; i < phase + n; i++) {                                                                              \
      int b = blk == 0 ? 0 : i / blk, at = blk == 0 ? i : i % blk + b / THREADS * blk;                             \
      if (b % THREADS == MYTHREAD) {                                                                               \
        ((T *)mine(B))[at] = (T)value(op, i), ((T *)mine(A))[at] = (T)99;                                          \
      }                                                                                                            \
    }                                                                                                              \
    /* only shared [3] has phases here */                                                                          \
    src = blk == 3 ? (shared void *)((shared [3] T *)B + phase) : (shared void *)((shared T *)B + phase);          \
    dst = blk == 3 ? (shared void *)((shared [3] T *)A + phase) : (shared void *)((shared T *)A + phase);          \
    upc_barrier;                                                                                                   \
    reduce((shared void *)place, src, operations[op], (size_t)n, (size_t)blk, func, 0);                         \
    prefix_reduce(dst, src, operations[op], (size_t)n, (size_t)blk, func, 0);                            \
    for (i = phase; i < phase + n; i++) {                                                                          \
      int b = blk == 0 ? 0 : i / blk, at = blk == 0 ? i : i % blk + b / THREADS * blk;                             \
      sum = i == phase ? value(op, i) : apply(op, sum, value(op, i));                                              \
      if (b % THREADS == MYTHREAD) expect("prefix_reduce", i, (long long)((T *)mine(A))[at], sum);                 \
    }                                                                                                              \
    expect("reduce", n, (long long)*(shared [] T *)place, sum);                                                    \
    upc_barrier;                                                                                                   \
  }

TEST(signed char, testC, largestC, lastC, upc_all_reduceC, upc_all_prefix_reduceC)
TEST(unsigned char, testUC, largestUC, lastUC, upc_all_reduceUC, upc_all_prefix_reduceUC)
TEST(signed short, testS, largestS, lastS, upc_all_reduceS, upc_all_prefix_reduceS)
TEST(unsigned short, testUS, largestUS, lastUS, upc_all_reduceUS, upc_all_prefix_reduceUS)
TEST(signed int, testI, largestI, lastI, upc_all_reduceI, upc_all_prefix_reduceI)
TEST(unsigned int, testUI, largestUI, lastUI, upc_all_reduceUI, upc_all_prefix_reduceUI)
TEST(signed long, testL, largestL, lastL, upc_all_reduceL, upc_all_prefix_reduceL)
TEST(unsigned long, testUL, largestUL, lastUL, upc_all_reduceUL, upc_all_prefix_reduceUL)
TEST(float, testF, largestF, lastF, upc_all_reduceF, upc_all_prefix_reduceF)
TEST(double, testD, largestD, lastD, upc_all_reduceD, upc_all_prefix_reduceD)
TEST(long double, testLD, largestLD, lastLD, upc_all_reduceLD, upc_all_prefix_reduceLD)

static void compute(void) {
  static const int blocks[] = {0, 1, 3, 8};
  int op = random_below(OPERATIONS), blk = blocks[random_below(4)], phase = 0,
      n = random_in(1, blk == 0 ? 40 : 12 * THREADS);
  if (blk == 3 || blk == 1) phase = random_below(blk == 3 ? 3 : 1);
  if (blk == 1 && random_below(2)) phase = random_below(THREADS); /* from another thread on: phase 0 there */
  testC(op, 0, blk, phase, n);
  testUC(op, 0, blk, phase, n);
  testS(op, 0, blk, phase, n);
  testUS(op, 0, blk, phase, n);
  testI(op, 0, blk, phase, n);
  testUI(op, 0, blk, phase, n);
  testL(op, 0, blk, phase, n);
  testUL(op, 0, blk, phase, n);
  testF(op, 1, blk, phase, n);
  testD(op, 1, blk, phase, n);
  testLD(op, 1, blk, phase, n);
}

/* From many sources to one destination: what the library keeps of one array is not used for another. */
static void from_everywhere(void) {
  int i, t;
  shared char *from = (shared char *)upc_all_alloc(THREADS, 200 * sizeof(int)),
      *to = (shared char *)upc_all_alloc(THREADS, THREADS * sizeof(int));
  for (i = 0; i < 200; i++) {
    shared char *source = from + (size_t)i * sizeof(int) * THREADS;
    *(int *)mine(source) = MYTHREAD * 1000 + i;
    upc_all_gather_all(to, source, sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (t = 0; t < THREADS; t++) expect("from everywhere", i, ((int *)mine(to))[t], t * 1000 + i);
  }
  upc_all_free(from);
  upc_all_free(to);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20, r, t, sum = 0;
  random_state = argc > 2 ? (unsigned long long)atoi(argv[2]) : 1;
  A = (shared char *)upc_all_alloc(THREADS, N * (size_t)THREADS + 40 * sizeof(long double));
  B = (shared char *)upc_all_alloc(THREADS, N * (size_t)THREADS + 40 * sizeof(long double));
  place = (shared [] char *)upc_all_alloc(1, sizeof(long double));
  from_everywhere();
  for (r = 0; r < rounds; r++) {
    relocalize(r % 10);
    compute();
  }
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += failures[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
