// SPDX-License-Identifier: BSD-3-Clause
// Multi-dimensional arrays: the block size counts ultimate elements in row-major order.
#include "../check.h"

shared int A[THREADS][5];
shared int B[5][THREADS];
shared [4] int C[3][2 * THREADS];
shared [5] double D[THREADS][5];
shared [3] short E[2][3 * THREADS][5];
shared [10] char F[4][THREADS][3][2];

#define CHECK_2D(A, rows, columns, block)                                                            \
  for (int i = 0; i < (rows); i++)                                                                   \
    for (int j = 0; j < (columns); j++) {                                                            \
      place_t at = place_of(i * (columns) + j, block);                                               \
      CHECK_EQ(upc_threadof(&A[i][j]), at.thread);                                                   \
      CHECK_EQ(upc_phaseof(&A[i][j]), at.phase);                                                     \
      CHECK_EQ(upc_threadof(A[i] + j), at.thread);                                                   \
      CHECK_EQ(upc_phaseof(*(A + i) + j), at.phase);                                                 \
      CHECK(&A[i][j] == &(*(A + i))[j]);                                                             \
      CHECK(&A[i][j] == &A[0][0] + (i * (columns) + j));                                             \
      CHECK_EQ(&A[i][j] - &A[0][0], i * (columns) + j);                                              \
    }

int main(void) {
  CHECK_2D(A, THREADS, 5, 1);
  CHECK_2D(B, 5, THREADS, 1);
  CHECK_2D(C, 3, 2 * THREADS, 4);
  CHECK_2D(D, THREADS, 5, 5);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(upc_threadof(&D[i]), i);
    CHECK_EQ(upc_threadof(D[i]), i);
    CHECK_EQ(upc_phaseof(&D[i]), 0);
  }
  for (int n = 0; n < 30 * THREADS; n++) {
    int i = n / (15 * THREADS), j = n / 5 % (3 * THREADS), k = n % 5;
    place_t at = place_of(n, 3);
    CHECK_EQ(upc_threadof(&E[i][j][k]), at.thread);
    CHECK_EQ(upc_phaseof(&E[i][j][k]), at.phase);
    CHECK_EQ(&E[i][j][k] - &E[0][0][0], n);
    /* a row need not start a block: &E[i][j] keeps its phase */
    CHECK_EQ(upc_phaseof(&E[i][j]), place_of(n / 5 * 5, 3).phase);
    CHECK_EQ(upc_threadof(E[i][j]), place_of(n / 5 * 5, 3).thread);
    CHECK_EQ(upc_threadof(E[i]), place_of(n / (15 * THREADS) * 15 * THREADS, 3).thread);
  }
  for (int n = 0; n < 24 * THREADS; n++) {
    int i = n / (6 * THREADS), j = n / 6 % THREADS, k = n / 2 % 3, l = n % 2;
    place_t at = place_of(n, 10);
    CHECK_EQ(upc_threadof(&F[i][j][k][l]), at.thread);
    CHECK_EQ(upc_phaseof(&F[i][j][k][l]), at.phase);
    CHECK_EQ(upc_addrfield(&F[i][j][k][l]) - upc_addrfield(&F[0][0][0][0] + 10 * at.thread), at.local);
  }
  upc_barrier;
  for (int n = MYTHREAD; n < 24 * THREADS;
    n += THREADS) F[n / (6 * THREADS)][n / 6 % THREADS][n / 2 % 3][n % 2] = (char)n;
  for (int n = MYTHREAD; n < 6 * THREADS; n += THREADS) (&C[0][0])[n] = n * n;
  upc_barrier;
  for (int n = 0; n < 24 * THREADS; n++) CHECK_EQ(F[n / (6 * THREADS)][n / 6 % THREADS][n / 2 % 3][n % 2], (char)n);
  for (int n = 0; n < 6 * THREADS; n++) CHECK_EQ(C[n / (2 * THREADS)][n % (2 * THREADS)], n * n);
  return done();
}
