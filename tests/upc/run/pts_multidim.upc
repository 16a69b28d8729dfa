// SPDX-License-Identifier: BSD-3-Clause
// Pointers to shared arrays: arithmetic moves by whole rows of ultimate elements and keeps the phase.
#include "../check.h"
#define W 5

shared [3] int A[4 * THREADS][W];
shared [2] int B[3][2 * THREADS];
shared [] int C[4][3][2];
shared int D[2][THREADS][4];

static int corner(shared [3] int (*rows)[W], int i, int j) { return rows[i][j]; }
static int corner2(shared [3] int rows[][W], int i, int j) { return *(*(rows + i) + j); }

int main(void) {
  int n = 4 * THREADS * W;
  for (int i = MYTHREAD; i < n; i += THREADS) A[i / W][i % W] = i;
  for (int i = MYTHREAD; i < 24; i += THREADS) C[i / 6][i / 2 % 3][i % 2] = i;
  for (int i = MYTHREAD; i < 8 * THREADS; i += THREADS) (&D[0][0][0])[i] = i;
  upc_barrier;
  shared [3] int(*row)[W] = A, (*last)[W] = &A[4 * THREADS - 1];
  CHECK_EQ(last - row, 4 * THREADS - 1);
  CHECK_EQ(sizeof(*row), W * sizeof(int));
  for (int i = 0; i < 4 * THREADS; i++, row++) {
    CHECK(row == &A[i]);
    CHECK_EQ(row - A, i);
    CHECK_EQ(upc_threadof(row), place_of(i * W, 3).thread);
    CHECK_EQ(upc_phaseof(row), place_of(i * W, 3).phase);
    for (int j = 0; j < W; j++) {
      CHECK_EQ((*row)[j], i * W + j);
      CHECK_EQ(*(*row + j), i * W + j);
      CHECK_EQ(corner(A, i, j), i * W + j);
      CHECK_EQ(corner2(&A[1], i - 1, j), i * W + j);
    }
  }
  row -= 2;
  CHECK_EQ((*row)[0], (4 * THREADS - 2) * W);
  CHECK_EQ(row[-1][2], (4 * THREADS - 3) * W + 2);
  CHECK(row > A && A < row && row >= &A[4 * THREADS - 2]);
  shared [3] int *flat = *A;
  for (int i = 0; i < n; i++) CHECK_EQ(*flat++, i);
  shared [3] int *ragged = (shared [3] int *)&A[1]; /* same ultimate element and block: the phase stays */
  CHECK_EQ(upc_phaseof(ragged), W % 3);
  for (int i = 0; i < n - W; i++) CHECK_EQ(ragged[i], i + W);

  shared [] int(*plane)[3][2] = &C[1];
  CHECK_EQ((*plane)[2][1], 11);
  CHECK_EQ(plane[1][0][1], 13);
  CHECK_EQ((*(*(plane + 2) + 1))[0], 20);
  shared [] int(*whole)[4][3][2] = &C;
  CHECK_EQ((*whole)[3][2][1], 23);
  CHECK_EQ(upc_phaseof(whole), 0);

  shared int(*rows_of)[4] = D[1];
  CHECK_EQ(rows_of[THREADS - 1][3], 8 * THREADS - 1);
  CHECK_EQ(&D[1][0][0] - &D[0][0][0], 4 * THREADS);
  CHECK_EQ(D[1] - D[0], THREADS);
  for (int i = 0; i < 2 * THREADS; i++) {
    rows_of = D[0] + i;
    CHECK_EQ(rows_of[0][1], 4 * i + 1);
    CHECK_EQ(upc_threadof(rows_of), 4 * i % THREADS);
  }
  CHECK_EQ(upc_threadof(B + 1), place_of(2 * THREADS, 2).thread);
  CHECK_EQ((B + 2) - B, 2);
  return done();
}
