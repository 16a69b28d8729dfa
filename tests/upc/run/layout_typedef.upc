// SPDX-License-Identifier: BSD-3-Clause
// Shared types through typedefs: of elements, of arrays, of pointers; qualifiers apply to the ultimate element.
#include "../check.h"

typedef int ten_t[10];
typedef shared int sint_t;
typedef shared [3] int sint3_t;
typedef shared [4] int fours_t[8 * THREADS];
typedef shared [] double *column_t;
typedef int row_t[2][5];
typedef sint3_t *walker_t;

shared [3] ten_t T[3 * THREADS];
sint_t S[2 * THREADS];
sint3_t U[4 * THREADS];
fours_t Q;
fours_t Q2[2];
shared [7] row_t R[THREADS];
shared column_t columns[THREADS];
shared sint_t twice;
shared [3] sint3_t again[2 * THREADS];

int main(void) {
  CHECK_EQ(upc_blocksizeof(T), 3);
  CHECK_EQ(upc_elemsizeof(T), sizeof(int));
  for (int i = 0; i < 3 * THREADS; i++)
    for (int j = 0; j < 10; j++) {
      place_t at = place_of(10 * i + j, 3);
      CHECK_EQ(upc_threadof(&T[i][j]), at.thread);
      CHECK_EQ(upc_phaseof(&T[i][j]), at.phase);
    }
  for (int i = 0; i < 2 * THREADS; i++) CHECK_PLACE(&S[i], S, i, 1);
  for (int i = 0; i < 4 * THREADS; i++) CHECK_PLACE(&U[i], U, i, 3);
  for (int i = 0; i < 8 * THREADS; i++) CHECK_PLACE(&Q[i], Q, i, 4);
  for (int i = 0; i < 16 * THREADS; i++) {
    CHECK_EQ(upc_threadof(&Q2[i / (8 * THREADS)][i % (8 * THREADS)]), place_of(i, 4).thread);
    CHECK_EQ(&Q2[i / (8 * THREADS)][i % (8 * THREADS)] - &Q2[0][0], i);
  }
  for (int i = 0; i < 10 * THREADS; i++) {
    CHECK_EQ(upc_threadof(&R[i / 10][i / 5 % 2][i % 5]), place_of(i, 7).thread);
    CHECK_EQ(upc_phaseof(&R[i / 10][i / 5 % 2][i % 5]), place_of(i, 7).phase);
  }
  for (int i = 0; i < 2 * THREADS; i++) CHECK_PLACE(&again[i], again, i, 3);
  walker_t w = U;
  for (int i = 0; i < 4 * THREADS; i++, w++) CHECK(w == &U[i]);
  CHECK_EQ(w - U, 4 * THREADS);

  columns[MYTHREAD] = upc_alloc(4 * sizeof(double));
  for (int i = 0; i < 4; i++) columns[MYTHREAD][i] = MYTHREAD + i / 10.0;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    column_t c = columns[t];
    CHECK_EQ(upc_threadof(c), t);
    for (int i = 0; i < 4; i++) CHECK_D(*c++, t + i / 10.0);
  }
  if (MYTHREAD == 0) twice = 1;
  return done();
}
