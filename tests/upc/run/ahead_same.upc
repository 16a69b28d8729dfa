// SPDX-License-Identifier: BSD-3-Clause
// Loops that read, among elements that move, elements whose addresses stay the same: these are found before the loop,
// also where all threads turn out to be near.
#include <upc_relaxed.h>
#include "../check.h"

enum { T = 100 };
shared [T] double x[T * THREADS], y[T * THREADS];
shared double largest[THREADS];
shared [3] int factor[3 * THREADS], out[T * THREADS];
shared [T] double *row[4];

static void keep_largest(long n) {
  for (long j = 0; j < n; j++) {
    y[j] = x[j];
    if (largest[MYTHREAD] < y[j]) largest[MYTHREAD] = y[j];
  }
}

static double by_factor(long n, const int *col) {
  double s = 0;
  for (long j = 0; j < n; j++)
    if (factor[3 * (THREADS - 1) + 1] > col[j] % 3) s += x[col[j]] * factor[1];
  return s;
}

static void in_nest(long rounds, long n, int to) {
  for (long r = 0; r < rounds; r++)
    for (long j = 0; j < n; j++)
      if (factor[to] >= j % 5) out[MYTHREAD * 3] += (int)x[(r * 7 + j) % n] + factor[to];
}

// Pointers-to-shared in an array, which the loop's writes of doubles do not change.
static void by_rows(int from, int to) {
  for (int j = 1; j < T - 1; j++) row[to][j] = row[from][j - 1] + row[from][j + 1];
}
// Of which a write of the loop changes one: the next round goes by the new one.
static double by_changed_row(void) {
  shared [T] double **p = &row[0];
  double s = 0;
  for (int j = 0; j < T; j++) {
    s += (*p)[j];
    if (j == 10) row[0] = row[1];
  }
  return s;
}

// A shared pointer-to-shared that was written is read anew.
static shared [] int *shared kept[3 * THREADS];
static int behind(int back) {
  kept[1] = &kept[1][10];
  return kept[1][back];
}

// What a union has may be of another type than the pointer-to-shared: it is read anew behind a write of that type.
union either { shared int *p; double d[2]; };
static union either held;
static double first_of(union either x) { return x.d[0]; }
static __attribute__((noinline)) double raised(double *d) {
  double before = first_of(held);
  *d = before + 1;
  return first_of(held);
}

int main(void) {
  long n = T * THREADS;
  static int col[T * 64];
  double sum = 0;
  int nest = 0;
  upc_forall (long j = 0; j < n; j++; &x[j]) x[j] = (double)(j * 37 % n);
  for (int k = 0; k < 3; k++) factor[3 * MYTHREAD + k] = k + 1;
  for (int j = 0; j < T; j++) col[j] = (int)(j * 11 % n);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    keep_largest(n);
    CHECK_EQ((long)largest[MYTHREAD], n - 1);
    for (long j = 0; j < n; j++) CHECK_EQ((long)y[j], j * 37 % n);
    for (int j = 0; j < T; j++)
      if (2 > col[j] % 3) sum += (double)(col[j] * 37l % n) * 2;
    CHECK_EQ((long)by_factor(T, col), (long)sum);
    in_nest(5, n, 1);
    for (long r = 0; r < 5; r++)
      for (long j = 0; j < n; j++)
        if (2 >= j % 5) nest += (int)((r * 7 + j) % n * 37 % n) + 2;
    CHECK_EQ(out[MYTHREAD * 3], nest);
    for (int k = 0; k < 4; k++) row[k] = (k % 2 ? y : x) + (k / 2 % THREADS) * T;
    by_rows(0, 1);
    for (int j = 1; j < T - 1; j++) CHECK_EQ((long)y[j], (long)(x[j - 1] + x[j + 1]));
    sum = 0;
    for (int j = 0; j < T; j++) sum += j <= 10 ? x[j] : y[j];
    CHECK_EQ((long)by_changed_row(), (long)sum);
    kept[1] = upc_alloc(20 * sizeof(int));
    for (int k = 0; k < 20; k++) kept[1][k] = k;
    CHECK_EQ(behind(-2), 8);
    held.d[0] = 1;
    CHECK_EQ((long)raised(&held.d[0]), 2);
  }
  upc_barrier;
  return done();
}
