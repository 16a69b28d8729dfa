/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A grid: a matrix in tiles of 4 x 4. The tiles belong to a grid of threads, as the squares of a checkerboard to two
 * colours. Each thread fills its own tiles. Thread 0 prints who owns which tile, and adds up all elements.
 *
 *   upcc grid.upc -o grid && upcrun -n 4 ./grid
 */
#include <stdio.h>
#include <upc.h>

#define ROWS (THREADS % 2 == 0 ? 2 : 1)  /* of threads */
#define COLS (THREADS / ROWS)

#pragma processors grid(ROWS, COLS)
shared [4][4] (grid) double A[16][12];   /* 4 x 3 tiles */

int main(void) {
  int i, j;
  double sum = 0;
  for (i = 0; i < 16; i++)
    upc_forall (j = 0; j < 12; j++; &A[i][j]) A[i][j] = i * 12 + j;
  upc_barrier;
  if (MYTHREAD != 0) return 0;
  for (i = 0; i < 16; i += 4) {
    for (j = 0; j < 12; j += 4) printf("%2d", (int)upc_threadof(&A[i][j]));
    printf("\n");
  }
  for (i = 0; i < 16; i++)
    for (j = 0; j < 12; j++) sum += A[i][j];
  printf("sum %g\n", sum);
  return sum != 191 * 192 / 2;
}
