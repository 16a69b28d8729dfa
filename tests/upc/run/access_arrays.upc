// SPDX-License-Identifier: BSD-3-Clause
// Subscripts in every spelling on shared arrays of one to three dimensions, with computed and shared indices.
#include "../check.h"
#define AT(a, i, j) (a[(i)][(j)])

shared [3] int A[2][3 * THREADS][4];
shared int pick[THREADS], M[THREADS][3];
typedef shared int line_t[3];

int main(void) {
  int n = 24 * THREADS;
  for (int i = MYTHREAD; i < n; i += THREADS) A[i / (12 * THREADS)][i / 4 % (3 * THREADS)][i % 4] = i;
  for (int j = 0; j < 3; j++) AT(M, MYTHREAD, j) = 10 * MYTHREAD + j;
  pick[MYTHREAD] = (MYTHREAD + 1) % 3;
  upc_barrier;
  for (int i = 0; i < n; i++) {
    int x = i / (12 * THREADS), y = i / 4 % (3 * THREADS), z = i % 4;
    CHECK_EQ(A[x][y][z], i); CHECK_EQ(*(*(*(A + x) + y) + z), i); CHECK_EQ((*(A + x))[y][z], i);
    CHECK_EQ(*(A[x][y] + z), i);
    CHECK_EQ(z[y[x[A]]], i); CHECK_EQ((&A[0][0][0])[i], i); CHECK_EQ((**A)[i], i); CHECK_EQ(A[0][0][i], i);
    CHECK_EQ((*(&A[x] + 0))[y][z], i);
    CHECK_EQ(A[1 - (1 - x)][y + x - x][z], i); CHECK_EQ(*&A[x][y][z], i); CHECK_EQ(AT(A[x], y, z), i);
    CHECK_EQ(0 [A[x][y] + z], i);
  }
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(M[t][pick[t]], 10 * t + (t + 1) % 3); CHECK_EQ(M[t][M[0][1]], 10 * t + 1);
    CHECK_EQ(M[pick[0] % THREADS][0], 1 % THREADS * 10);
    CHECK_EQ(upc_threadof(&M[t][1]), (3 * t + 1) % THREADS);
  }
  shared int *flat = M[0]; CHECK_EQ(flat[3 * THREADS - 1], 10 * (THREADS - 1) + 2);
  shared int (*lines)[3] = M; line_t *again = lines + THREADS - 1; CHECK_EQ((*again)[2], 10 * (THREADS - 1) + 2);
  long long sum = 0;
  for (int x = 0; x < 2; x++) for (int y = 0; y < 3 * THREADS; y++) for (int z = 0; z < 4; z++) sum += A[x][y][z];
  CHECK_EQ(sum, (long long)n * (n - 1) / 2);
  upc_barrier;
  for (int y = MYTHREAD; y < 3 * THREADS; y += THREADS) for (int z = 0; z < 4; z++) A[0][y][z] += A[1][y][3 - z];
  upc_barrier;
  for (int i = 0; i < 12 * THREADS; i++) CHECK_EQ(A[0][i / 4][i % 4], i + 12 * THREADS + i / 4 * 4 + 3 - i % 4);
  return done();
}
