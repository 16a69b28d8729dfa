// SPDX-License-Identifier: BSD-3-Clause
// Rows of a matrix with a row in each block: the innermost loop has one pointer for a row and none is worked out in it.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
#define N 128
shared [N] double A[N * THREADS][N], B[N * THREADS][N], C[N * THREADS][N];
void f(void) {
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++) C[i][j] += A[i][k] * B[k][j];
}
