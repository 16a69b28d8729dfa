// SPDX-License-Identifier: BSD-3-Clause
// Rows are given out by the affinity of their first elements, and each is a C array.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
#define N 256
shared [N] float A[N * THREADS][N], B[N * THREADS][N];
void f(float by) {
  upc_forall (int i = 0; i < N * THREADS; i++; &A[i][0])
    for (int j = 0; j < N; j++) A[i][j] += by * B[i][j];
}
