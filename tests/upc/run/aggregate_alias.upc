// SPDX-License-Identifier: BSD-3-Clause
// A loop that writes, through a pointer-to-shared, the subscripts that it reads through a private pointer: what it will
// read is not known before.
#include "../check.h"
#include <upc_relaxed.h>

enum { N = 3000 };
shared [N] int B[N * THREADS];
shared double x[N * THREADS];

static int next(int k) { return (k * 7 + 3) % (N * THREADS); }

__attribute__((noinline)) static double by_array(const int *column, int n, int from) {
  double s = 0;
  for (int k = 0; k < n; k++) { s += x[column[k]]; B[from + k + 1] = next(k); }
  return s;
}
__attribute__((noinline)) static double by_pointer(const int *column, int n, shared [N] int *b) {
  double s = 0;
  for (int k = 0; k < n; k++) { s += x[column[k]]; b[k + 1] = next(k); }
  return s;
}

int main(void) {
  const int from = MYTHREAD * N;
  int *own = (int *)&B[from];
  double expected = 0;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) x[i] = i;
  for (int k = 1; k < N - 1; k++) expected += next(k - 1);
  upc_barrier;
  for (int i = 0; i < N; i++) own[i] = 0;
  CHECK_D(by_array(own, N - 1, from), expected);
  for (int i = 0; i < N; i++) own[i] = 0;
  CHECK_D(by_pointer(own, N - 1, &B[from]), expected);
  return done();
}
