/* SPDX-License-Identifier: BSD-3-Clause
 * README's program: two broadcasts at the same time, one along each row of a grid of 2 x 2 threads.
 *   upcc -O2 rows.upc -o rows && upcrun -n 4 ./rows */
#include <stdio.h>
#include <upc_stride_coll.h>
#pragma processors grid(2, 2)                                /* threads 0 1 in row 0, 2 3 in row 1 */
shared [64][64] (grid) double A[128][128], copy[128][128];    /* a tile of 64 x 64 for each thread */
int main(void) {
  int row = MYTHREAD / 2, col = MYTHREAD % 2;
  if (col == 0) A[64 * row][0] = 100 + row;                  /* into my tile (row, 0) of A */
  upc_stride_broadcast(copy<row, :>, &A[64 * row][0], sizeof(double[64][64]), 0);
  printf("thread %d has %g\n", MYTHREAD, copy[64 * row][64 * col]);
}
