// SPDX-License-Identifier: BSD-3-Clause
// Dynamic matrices: row pointers, directories, pointers to shared arrays over allocated space.
#include "../check.h"
#define ROWS (3 * THREADS + 1)
#define COLS 7

shared [] double *shared row[4 * THREADS];

int main(void) {
  /* rows dealt out cyclically as blocks of COLS */
  shared [COLS] double(*m)[COLS] = upc_all_alloc(ROWS, COLS * sizeof(double));
  for (int i = 0; i < ROWS; i++) {
    CHECK_EQ(upc_threadof(m[i]), i % THREADS); CHECK_EQ(upc_threadof(&m[i][COLS - 1]), i % THREADS);
    CHECK_EQ(upc_phaseof(&m[i]), 0);
    upc_forall (int j = 0; j < COLS; j++; &m[i][j]) m[i][j] = i * 10 + j;
  }
  upc_barrier;
  upc_forall (int i = 0; i < ROWS; i++; m[i]) {
    double *private_row = (double *)m[i];
    for (int j = 0; j < COLS; j++) CHECK_D(private_row[j], i * 10 + j);
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) CHECK_D((*(m + i))[j] - m[ROWS - 1 - i][j], 10 * (2 * i - ROWS + 1));
  upc_barrier;
  upc_all_free(m);

  /* ragged rows through a shared directory, swapped like a solver's old and new */
  for (int i = MYTHREAD; i < ROWS; i += THREADS) {
    row[i] = upc_alloc((i + 1) * sizeof(double));
    for (int j = 0; j <= i; j++) row[i][j] = i - j;
  }
  upc_barrier;
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++) sum += row[i][j];
  double want = 0;
  for (int i = 0; i < ROWS; i++) want += i * (i + 1) / 2;
  CHECK_D(sum, want);
  upc_barrier;
  if (MYTHREAD == 0) {
    shared [] double *t = row[0];
    row[0] = row[ROWS - 1];
    row[ROWS - 1] = t;
  }
  upc_barrier;
  CHECK_D(row[0][0], ROWS - 1); CHECK_EQ(upc_threadof(row[0]), (ROWS - 1) % THREADS); CHECK_D(*row[ROWS - 1], 0);
  upc_barrier;
  for (int i = MYTHREAD; i < ROWS; i += THREADS) upc_free(row[i]);
  return done();
}
