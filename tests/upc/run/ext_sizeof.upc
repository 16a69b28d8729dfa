// SPDX-License-Identifier: BSD-3-Clause
// sizeof and its kin on multi-blocked arrays.
#include "../check.h"
#pragma processors g(THREADS, 1)
#pragma processors line(THREADS)

shared [2][3] int A[7][8];
shared [2][3] (g) double B[7][8];
shared [][4] char C[5][10];
shared [3] (line) short D[10];

/* Of a parameter they are those of the caller's array. */
static void parameter(shared [2][3] int X[7][8]) {
  static char block[upc_blocksizeof(X)];
  char local[upc_localsizeof(X)];
  CHECK_EQ(sizeof block, 6); CHECK_EQ(sizeof local, upc_localsizeof(A));
  CHECK_EQ(sizeof(X), 224); CHECK_EQ(sizeof X / sizeof X[0], 7); CHECK_EQ(upc_elemsizeof(X), 4);
}

int main(void) {
  parameter(A);
  CHECK_EQ(sizeof(A), 56 * sizeof(int)); CHECK_EQ(sizeof A, 224); CHECK_EQ(sizeof(B), 56 * sizeof(double));
  CHECK_EQ(sizeof(A[0]), 32); CHECK_EQ(sizeof(A[0][0]), 4);
  CHECK_EQ(sizeof(A) / sizeof(A[0]), 7);
  CHECK_EQ(upc_blocksizeof(A), 6); CHECK_EQ(upc_blocksizeof(C), 20); CHECK_EQ(upc_blocksizeof(D), 3);
  CHECK_EQ(upc_elemsizeof(A), 4); CHECK_EQ(upc_elemsizeof(B), 8); CHECK_EQ(upc_elemsizeof(B[0]), 8);
  /* 4 x 3 blocks of 6: the fullest thread under the default mapping has ceil(12 / THREADS) of them */
  CHECK(upc_localsizeof(A) >= (12 + THREADS - 1) / THREADS * 6 * sizeof(int));
  /* rows of blocks dealt out: ceil(4 / THREADS) rows of 3 */
  CHECK(upc_localsizeof(B) >= (4 + THREADS - 1) / THREADS * 3 * 6 * sizeof(double));
  CHECK(upc_localsizeof(A) <= 12 * 6 * sizeof(int));
  return done();
}
