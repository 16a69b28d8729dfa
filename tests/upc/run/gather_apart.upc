// SPDX-License-Identifier: BSD-3-Clause
// Tables of gathers are kept apart: by the type of the elements and their blocks, for arrays that the file completes
// later, and for pointers that change between loops of one nest.
#include "../check.h"
#include <upc_relaxed.h>

#define N 60
#define MEGABYTE (1 << 20)

static long col[N];
extern shared [2] long later[];

static long sum_later(void) {
  long s = 0;
  for (int k = 0; k < N; k++) s += later[col[k]];
  return s;
}
shared [2] long later[N * THREADS];

/* One pointer, as elements of two sizes and of two blocks. */
static void as_others(void) {
  shared void *p = upc_all_alloc(THREADS * N, 8 * sizeof(long));
  shared [8] int *ints = p;
  shared [8] long *longs = p;
  shared [4] long *fours = p;
  for (long i = 8 * MYTHREAD; i < 8L * N; i += 8 * THREADS)
    for (int k = 0; k < 8; k++) longs[i + k] = 1000 + i + k;
  upc_barrier;
  long s = 0, expected = 0;
  int t = 0, wanted = 0;
  for (int k = 0; k < N; k++) col[k] = 7L * k % (4 * N);
  for (int k = 0; k < N; k++) expected += longs[col[k]] + *(fours + col[k]), wanted += *(ints + col[k]);
  for (int k = 0; k < N; k++)
    s += ((shared [8] long *)p)[col[k]] + ((shared [4] long *)p)[col[k]], t += ((shared [8] int *)p)[col[k]];
  CHECK_EQ(s, expected);
  CHECK_EQ(t, wanted);
  upc_barrier;
  if (MYTHREAD == 0) upc_free(p);
}

/* Places of a large object that differ by a megabyte, as blocks whose sizes differ by one. */
static void far_apart(void) {
  enum { LONGS = MEGABYTE / sizeof(long) };
  shared [2] long *twos = upc_all_alloc(THREADS * LONGS, 2 * sizeof(long));
  long *mine = (long *)&twos[2 * MYTHREAD];
  for (long i = 0; i < 2 * LONGS; i++) mine[i] = i * THREADS + MYTHREAD;
  upc_barrier;
  shared [1] long *ones = (shared [1] long *)twos + (long)LONGS * THREADS;
  CHECK_EQ(upc_threadof(ones), upc_threadof(twos));
  for (int k = 0; k < N; k++) col[k] = 3 * k;
  for (int time = 0; time < 2; time++) {
    long s = 0, t = 0;
    for (int k = 0; k < N; k++) t += twos[col[k]];
    for (int k = 0; k < N; k++) s += ones[col[k]];
    for (int k = 0; k < N; k++) {
      long i = col[k], within = i / (2 * THREADS) * 2 + i % 2, thread = i / 2 % THREADS;
      t -= within * THREADS + thread;
      s -= (LONGS + i / THREADS) * THREADS + i % THREADS;
    }
    CHECK_EQ(t, 0);
    CHECK_EQ(s, 0);
  }
  upc_barrier;
  if (MYTHREAD == 0) upc_free(twos);
}

/* A short nest, in which a pointer changes before each inner loop, and another one stays. */
static long in_nest(shared [3] long *p, shared [3] long *stays) {
  long s = 0;
  for (int i = 0; i < 5; i++) {
    shared [3] long *q = p + i;
    for (int k = 0; k < 6; k++) s += (k + 1) * q[col[k]] + stays[col[k]];
  }
  return s;
}

/* Pragmas of the program stand in front of the loop, whatever is declared for it. */
static long with_pragmas(shared [3] long *p) {
  long s = 0;
#pragma unroll(2)
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 6; k++) s += p[col[k]];
  for (int i = 0; i < 5; i++) {
#pragma unroll(2)
    for (int k = 0; k < 6; k++) s += p[col[k]];
  }
  return s;
}
static long with_addresses(shared [3] long *p) {
  long s = 0;
  for (int k = 0; k < 6; k++) {
    shared [3] long *q = &p[col[k]];
    s += (q == p + col[k]) + *q + p[col[k]];
  }
  return s;
}

static shared [3] long rows[N * THREADS];
static void nest(void) {
  for (long i = MYTHREAD; i < (long)N * THREADS; i += THREADS) rows[i] = i * i, later[i] = i;
  upc_barrier;
  long expected = 0, all = 0;
  for (int k = 0; k < N; k++) col[k] = 11L * k % (N - 5);
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 6; k++) expected += (k + 1) * (col[k] + i) * (col[k] + i) + col[k] * col[k];
  CHECK_EQ(in_nest(&rows[0], &rows[0]), expected);
  for (int k = 0; k < N; k++) all += col[k];
  CHECK_EQ(sum_later(), all);
  long six = 0;
  for (int k = 0; k < 6; k++) six += col[k] * col[k];
  CHECK_EQ(with_pragmas(&rows[0]), 10 * six);
  CHECK_EQ(with_addresses(&rows[0]), 2 * six + 6);
  upc_barrier;
}

int main(void) {
  as_others();
  far_apart();
  nest();
  return done();
}
