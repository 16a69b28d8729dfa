// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 4
// threads: 4
// Matrix multiplication with the layouts of the UPC tutorials: rows of A and C in blocks, columns of B.
#include "../check.h"
#define N 12
#define P 10
#define M 8

shared [N * P / THREADS] int A[N][P];
shared [M / THREADS] int B[P][M];
shared [N * M / THREADS] int C[N][M];
shared [*] int D[N][M];

int main(void) {
  upc_forall (int i = 0; i < N; i++; &A[i][0])
    for (int k = 0; k < P; k++) A[i][k] = i - k;
  for (int k = 0; k < P; k++) {
    upc_forall (int j = 0; j < M; j++; &B[k][j]) B[k][j] = k * j % 5;
  }
  upc_barrier;
  upc_forall (int i = 0; i < N; i++; &C[i][0])
    for (int j = 0; j < M; j++) {
      C[i][j] = 0;
      for (int k = 0; k < P; k++) C[i][j] += A[i][k] * B[k][j];
    }
  upc_forall (int i = 0; i < N; i++; D[i]) {
    int(*row)[M] = (int(*)[M])D[i];
    for (int j = 0; j < M; j++) (*row)[j] = C[i][j];
  }
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      int want = 0;
      for (int k = 0; k < P; k++) want += (i - k) * (k * j % 5);
      CHECK_EQ(C[i][j], want);
      CHECK_EQ(D[i][j], want);
    }
  return done();
}
