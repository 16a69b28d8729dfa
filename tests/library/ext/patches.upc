/* SPDX-License-Identifier: BSD-3-Clause
 * Patches and lists of elements in the language: sections of declared arrays and of ordinary ones. tests/c/patches.c
 * has random ones. */
#include "../../upc/check.h"
#include <upc_stride_coll.h>

enum { N = 23, M = 17 };
#pragma processors line(THREADS)
shared [5][4] int A[N][M];
shared [3] (line) double u[50];
shared [7] int flat[7 * THREADS];

static int patch[4][9];

int main(void) {
  const size_t extents[] = {4, 9}, index[] = {3, 40, 3};
  double one[] = {1, 2, 3}, got[3];
  upc_stride_handle_t handle;
  int i, j, all[7];
  if (MYTHREAD == 0)
    for (i = 0; i < N; i++)
      for (j = 0; j < M; j++) A[i][j] = 100 * i + j;
  upc_barrier;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 9; j++) patch[i][j] = -1;
  handle = upc_stride_get_patch_nb(patch, extents, A<20:-5:5, 2:3:14>);
  upc_stride_wait(&handle);
  for (i = 0; i < 4; i++)
    for (j = 0; j < 9; j++) CHECK_EQ(patch[i][j], j < 5 ? 100 * (20 - 5 * i) + 2 + 3 * j : -1);
  upc_barrier;
  upc_stride_acc_patch(A<20:-5:5, 2:3:14>, UPC_MAX, UPC_INT, patch, extents);
  upc_stride_acc_patch(A<3, 4:8>, UPC_ADD, UPC_INT, patch, NULL);
  upc_stride_acc_elements(u, index, 3, UPC_ADD, UPC_DOUBLE, one);
  upc_barrier;
  CHECK_EQ(A[3][6], 306 + THREADS * patch[0][2]);
  CHECK_EQ(A[10][5], 1005);
  CHECK_EQ((int)u[3], 4 * THREADS);
  upc_stride_get_elements(got, u, index, 3);
  CHECK_EQ((int)got[1], 2 * THREADS);
  upc_barrier;
  for (i = 0; i < 7; i++) all[i] = MYTHREAD + 10 * i;
  if (MYTHREAD == THREADS - 1) upc_stride_put_patch(flat<0:6>, all, NULL);
  upc_barrier;
  for (i = 0; i < 7; i++) CHECK_EQ(flat[i], THREADS - 1 + 10 * i);
  return done();
}
