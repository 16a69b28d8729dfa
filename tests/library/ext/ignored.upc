/* SPDX-License-Identifier: BSD-3-Clause
 * A grid of 5 processors on another number of threads is ignored, with a warning. Blocks are dealt out cyclically, and
 * [*] still counts the grid's columns. The program says which. UPC_PROCESSORS=strict ends it instead. A call with a
 * section or an element of such an array ends it, unless UPC_PROCESSORS=ignore. */
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors five(1, 5)
shared [2][*] (five) int A[8][23];
shared [2][2] (five) int B[2][10];
shared [4] int ordinary[4 * THREADS];

/* Each ends the program, unless the grid fits or UPC_PROCESSORS=ignore. */
static void call(const char *mode) {
  if (strcmp(mode, "section") == 0) upc_stride_broadcast(A<0, :>, &ordinary[0], sizeof(int), 0);
  if (strcmp(mode, "source") == 0) upc_stride_broadcast(ordinary<:>, &B[0][2], sizeof(int), 0);
  if (strcmp(mode, "copy") == 0) upc_stride_copy(B<0:1, 0:1>, A<0:1, 0:1>, 0);
  if (strcmp(mode, "row") == 0) upc_stride_broadcast(A<4 + MYTHREAD, :>, &ordinary[0], sizeof(int), 0); /* of 0..3 */
  if (strcmp(mode, "cells") == 0) upc_stride_copy(A<8:9, 0:1>, A<0:1, 0:1>, 0);                         /* of 0..7 */
}

int main(int argc, char **argv) {
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
  if (argc > 1) call(argv[1]);
  wrong += upc_stride_mapped(A) != (THREADS == 5);
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
