/* SPDX-License-Identifier: BSD-3-Clause
 * A grid of 5 processors on another number of threads is ignored, with a warning. Blocks are dealt out cyclically, and
 * [*] still counts the grid's columns. The program says which. UPC_PROCESSORS=strict ends it instead. */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors five(1, 5)
shared [2][*] (five) int A[8][23];

int main(void) {
  int i, j, wrong = 0;
  size_t at[2];
  for (i = 0; i < 4; i++)
    for (j = 0; j < 5; j++) {
      int owner = THREADS == 5 ? j : (i * 5 + j) % THREADS;
      at[0] = (size_t)i, at[1] = (size_t)j;
      wrong += (int)upc_threadof(&A[i * 2][j * 5]) != owner;
      wrong += (int)upc_stride_owner(A, at) != owner;
    }
  wrong += upc_stride_nblocks(A, 1) != 5;
  wrong += upc_stride_mapped(A) != (THREADS == 5);
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
