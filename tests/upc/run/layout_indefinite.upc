// SPDX-License-Identifier: BSD-3-Clause
// shared [] and shared [0]: everything on one thread, no phase, any dimensions, no THREADS needed.
#include "../check.h"

shared [] int A[17];
shared [0] double B[3][5];
shared [] struct node { int key; struct { short x, y; } at[3]; } C[4];
static shared [] char D[2][3][4];

int main(void) {
  for (int i = 0; i < 17; i++) CHECK_PLACE(&A[i], A, i, 0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++) {
      CHECK_EQ(upc_threadof(&B[i][j]), 0);
      CHECK_EQ(upc_phaseof(&B[i][j]), 0);
      CHECK_EQ(upc_addrfield(&B[i][j]) - upc_addrfield(B), (i * 5 + j) * sizeof(double));
    }
  upc_barrier;
  for (int n = MYTHREAD; n < 24; n += THREADS) D[n / 12][n / 4 % 3][n % 4] = (char)(n + 1);
  for (int n = MYTHREAD; n < 12; n += THREADS) C[n / 3].at[n % 3].y = (short)(-n);
  upc_barrier;
  for (int n = 0; n < 24; n++) CHECK_EQ(D[n / 12][n / 4 % 3][n % 4], n + 1);
  for (int n = 0; n < 12; n++) CHECK_EQ(C[n / 3].at[n % 3].y, -n);
  for (int n = 0; n < 12; n++) CHECK_EQ(C[n / 3].at[n % 3].x, 0);
  if (MYTHREAD == 0) {
    char *flat = (char *)D;
    for (int n = 0; n < 24; n++) CHECK_EQ(flat[n], n + 1);
    CHECK_EQ(((struct node *)C)[3].at[2].y, -11);
  }
  CHECK_EQ(upc_blocksizeof(A), 0);
  CHECK_EQ(upc_blocksizeof(B), 0);
  return done();
}
