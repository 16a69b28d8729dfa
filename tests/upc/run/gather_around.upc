// SPDX-License-Identifier: BSD-3-Clause
// Loops that read a little before and behind an array, as programs do that forget its ends: they get what lies there,
// as single accesses do.
#include <upc_relaxed.h>
#include "../check.h"

enum { N = 120 };
static shared int before[N * THREADS], A[N * THREADS], behind[N * THREADS];
static shared [6] int before6[N * THREADS], B[N * THREADS], behind6[N * THREADS];
static shared [8] int before8[N * THREADS], C[N * THREADS], behind8[N * THREADS];
volatile int zero;

#define LOOPS(X)                                                                                                       \
  static __attribute__((noinline)) void gather_##X(const int *col, int n, int *to) {                                   \
    for (int k = 0; k < n; k++) to[k] = X[col[k]];                                                                     \
  }                                                                                                                    \
  static __attribute__((noinline)) void stencil_##X(int n, int *to) {                                                  \
    for (int j = 0; j <= n; j++) to[j] = X[j - 1] + X[j % n];                                                          \
  }                                                                                                                    \
  static void check_##X(const int *col) {                                                                              \
    int got[N], each[N * 8 + 1];                                                                                       \
    gather_##X(col, N, got);                                                                                           \
    for (int k = 0; k < N; k++) CHECK_EQ(got[k], *(X + zero + col[k]));                                                \
    stencil_##X(N * THREADS, each);                                                                                    \
    for (int j = 0; j <= N * THREADS; j++) CHECK_EQ(each[j], *(X + zero + j - 1) + *(X + zero + j % (N * THREADS)));   \
  }
LOOPS(A)
LOOPS(B)
LOOPS(C)

int main(void) {
  int col[N];
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) {
    before[i] = 1 + i, A[i] = 1000 + i, behind[i] = 2000 + i;
    before6[i] = 3000 + i, B[i] = 4000 + i, behind6[i] = 5000 + i;
    before8[i] = 6000 + i, C[i] = 7000 + i, behind8[i] = 8000 + i;
  }
  for (int k = 0; k < N; k++) col[k] = k % 3 ? k * 7 % (N * THREADS) : k % 2 ? -1 - k / 10 : N * THREADS + k / 10;
  upc_barrier;
  if (MYTHREAD == 0) check_A(col), check_B(col), check_C(col);
  upc_barrier;
  return done();
}
