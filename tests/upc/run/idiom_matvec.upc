// SPDX-License-Identifier: BSD-3-Clause
// y = A x three ways: rows in blocks with &A[i][0], row pointers made private, and A spread in a checkerboard of
// elements.
#include "../check.h"
#define N (4 * THREADS)

shared [4 * 4] double A[4][4 * THREADS][4];
shared [1] double x[4 * THREADS];
shared double y[4 * THREADS], z[4 * THREADS];

static double a(int i, int j) { return (i * 3 + j * 7) % 11 - 5; }

int main(void) {
  /* A[p][i][q] is element (i, 4p+q) of an N x 16 matrix; 16 = 4 * 4 columns */
  for (int p = 0; p < 4; p++) {
    upc_forall (int i = 0; i < N; i++; &A[p][i][0])
      for (int q = 0; q < 4; q++) A[p][i][q] = a(i, 4 * p + q);
  }
  double v[16];
  for (int j = 0; j < 16; j++) v[j] = j - 8;
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; i) {
    double sum = 0;
    for (int p = 0; p < 4; p++)
      for (int q = 0; q < 4; q++) sum += A[p][i][q] * v[4 * p + q];
    y[i] = sum;
  }
  upc_barrier;
  for (int i = 0; i < N; i++) {
    double want = 0;
    for (int j = 0; j < 16; j++) want += a(i, j) * (j - 8);
    CHECK_D(y[i], want);
  }
  /* square, dense, shared x: the textbook loop */
  shared [4 * 1] double *B = upc_all_alloc(N * N / 4, 4 * sizeof(double));
  upc_forall (int i = 0; i < N * N; i++; &B[i]) B[i] = a(i / N, i % N);
  upc_forall (int i = 0; i < N; i++; &x[i]) x[i] = i % 5;
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; &z[i]) {
    z[i] = 0;
    for (int j = 0; j < N; j++) z[i] += B[i * N + j] * x[j];
  }
  upc_barrier;
  for (int i = 0; i < N; i++) {
    double want = 0;
    for (int j = 0; j < N; j++) want += a(i, j) * (j % 5);
    CHECK_D(z[i], want);
  }
  upc_all_free(B);
  return done();
}
