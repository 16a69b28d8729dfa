// SPDX-License-Identifier: BSD-3-Clause
// A block's first element cast to a private pointer: contiguous, row-major, leading dimension the last block size.
#include "../multiblock.h"
#pragma processors g(2, THREADS / 2)
enum { R = 7, C = 10, BR = 3, BC = 4 };

shared [BR][BC] double A[7][10];
shared [BR][BC] (g) double B[7][10];

static void fill(double *block, int ld, int rows, int cols, int i0, int j0) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) block[i * ld + j] = (i0 + i) * 100 + j0 + j;
}

int main(void) {
  for (int i = 0; i < R; i += BR)
    for (int j = 0; j < C; j += BC) {
      int rows = R - i < BR ? R - i : BR, cols = C - j < BC ? C - j : BC;
      if (upc_threadof(&A[i][j]) == (size_t)MYTHREAD) {
        double *block = (double *)&A[i][j];
        for (int k = 0; k < BR * BC; k++) CHECK_D(block[k], 0); /* padding too */
        CHECK((double *)&A[i + rows - 1][j + cols - 1] == block + (rows - 1) * BC + cols - 1);
        fill(block, BC, rows, cols, i, j);
      }
      if (upc_threadof(&B[i][j]) == (size_t)MYTHREAD) fill((double *)&B[i][j], BC, rows, cols, i, j);
    }
  upc_barrier;
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++) { CHECK_D(A[i][j], i * 100 + j); CHECK_D(B[i][j], i * 100 + j); }
  /* &A[i][j] is shared [] T *: arithmetic stays in the block, rows BC apart */
  shared [] double *p = &A[3][4];
  for (int i = 0; i < BR; i++)
    for (int j = 0; j < BC; j++) { CHECK_D(p[i * BC + j], (3 + i) * 100 + 4 + j);
      CHECK(p + i * BC + j == &A[3 + i][4 + j]); }
  CHECK_EQ(upc_phaseof(p), 0); CHECK_EQ(upc_blocksizeof(*p), 0);
  CHECK_D(*++p, 305); CHECK_D(p[-1], 304); CHECK_EQ(&A[5][7] - &A[3][4], 2 * BC + 3);
  double tile[BR][BC];
  upc_memget(tile, &A[0][4], sizeof tile);
  for (int i = 0; i < BR; i++) for (int j = 0; j < BC; j++) CHECK_D(tile[i][j], i * 100 + 4 + j);
  return done();
}
