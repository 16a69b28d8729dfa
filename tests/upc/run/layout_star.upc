// SPDX-License-Identifier: BSD-3-Clause
// shared [*]: one block of ceil(n / THREADS) elements a thread, over all dimensions.
#include "../check.h"

shared [*] int A[6 * THREADS];
shared [*] int B[5][3 * THREADS];
shared [*] double C[2][THREADS][7];
shared [*] char D[THREADS];
int shared [*] E[THREADS * 4];
#ifdef __UPC_STATIC_THREADS__
shared [*] int F[10];
shared [*] int G[THREADS + 1];
#endif

int main(void) {
  CHECK_EQ(upc_blocksizeof(A), 6);
  CHECK_EQ(upc_blocksizeof(B), 15);
  CHECK_EQ(upc_blocksizeof(C), 14);
  CHECK_EQ(upc_blocksizeof(D), 1);
  CHECK_EQ(upc_blocksizeof(E), 4);
  for (int i = 0; i < 6 * THREADS; i++) CHECK_PLACE(&A[i], A, i, 6);
  for (int i = 0; i < THREADS; i++) CHECK_EQ(upc_threadof(&D[i]), i);
  for (int i = 0; i < 15 * THREADS; i++) {
    CHECK_EQ(upc_threadof(&B[i / (3 * THREADS)][i % (3 * THREADS)]), i / 15);
    CHECK_EQ(upc_phaseof(&B[i / (3 * THREADS)][i % (3 * THREADS)]), i % 15);
  }
  for (int i = 0; i < 14 * THREADS; i++) {
    CHECK_EQ(upc_threadof(&C[i / (7 * THREADS)][i / 7 % THREADS][i % 7]), i / 14);
    CHECK_EQ(upc_phaseof(&C[i / (7 * THREADS)][i / 7 % THREADS][i % 7]), i % 14);
  }
#ifdef __UPC_STATIC_THREADS__
  int f = (10 + THREADS - 1) / THREADS;
  CHECK_EQ(upc_blocksizeof(F), f);
  for (int i = 0; i < 10; i++) CHECK_PLACE(&F[i], F, i, f);
  CHECK_EQ(upc_blocksizeof(G), 2);
  for (int i = 0; i <= THREADS; i++) CHECK_EQ(upc_threadof(&G[i]), i / 2);
#endif
  upc_barrier;
  for (int i = 0; i < 15; i++) {
    int n = MYTHREAD * 15 + i;
    ((int *)&B[15 * MYTHREAD / (3 * THREADS)][15 * MYTHREAD % (3 * THREADS)])[i] = n;
  }
  upc_barrier;
  for (int i = 0; i < 15 * THREADS; i++) CHECK_EQ(B[i / (3 * THREADS)][i % (3 * THREADS)], i);
  return done();
}
