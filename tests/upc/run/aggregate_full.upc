// SPDX-License-Identifier: BSD-3-Clause
// A nest that reads ahead more than one request holds, and adds to an element that it reads: the updates that are under
// way are complete before any of the reads. The same with private arrays says what is right.
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 4000, ROWS = 4, COLUMNS = 300 };
shared int A[N * THREADS];
shared [7] int B[N * THREADS];
shared [3] int where[N * THREADS];
shared [5] struct point { char c; int x; double z; } P[N * THREADS];
static int a[N], b[N], w[N], x[N];

static long far_sum(void) {
  long s = 0;
  for (long j = 0; j < ROWS; j++)
    for (long i = 0; i < COLUMNS; i++) {
      s = (long)((unsigned long)s * 3) + A[2 * i + 29];
      s += B[3 * i + 41 + 11 * j] + P[where[-1 * i + 1806 + 11 * j]].x;
      A[37 + 11 * j] += 3;
    }
  return s;
}

static long private_sum(void) {
  long s = 0;
  for (long j = 0; j < ROWS; j++)
    for (long i = 0; i < COLUMNS; i++) {
      s = (long)((unsigned long)s * 3) + a[2 * i + 29];
      s += b[3 * i + 41 + 11 * j] + x[w[-1 * i + 1806 + 11 * j]];
      a[37 + 11 * j] += 3;
    }
  return s;
}

int main(void) {
  int wrong = 0;
  if (MYTHREAD == 0) {
    for (int i = 0; i < N; i++)
      A[i] = a[i] = i, B[i] = b[i] = 3 * i, where[i] = w[i] = (int)(i * 7l % 1999), P[i].x = x[i] = i + 3;
    wrong = far_sum() != private_sum();
    for (int i = 0; i < N; i++) wrong += A[i] != a[i];
    puts(wrong ? "FAIL" : "PASS");
  }
  upc_barrier;
  return 0;
}
