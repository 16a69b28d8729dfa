/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A broadcast along each row of threads. The owner of tile (row, 0) of A gives this tile to all threads of its row. The
 * rows work at the same time and do not wait for each other.
 *
 *   upcc broadcast.upc -o broadcast && upcrun -n 4 ./broadcast
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define TILE 64
#define ROWS (THREADS % 2 == 0 ? 2 : 1)
#define COLS (THREADS / ROWS)

#pragma processors grid(ROWS, COLS)
shared [TILE][TILE] (grid) double A[4 * TILE][4 * TILE];
shared [TILE][TILE] (grid) double copy[ROWS * TILE][COLS * TILE];     /* one tile on each thread */

int main(void) {
  int row = MYTHREAD / COLS, col = MYTHREAD % COLS;
  if (col == 0) A[row * TILE][0] = 100 + row;                         /* into my tile (row, 0) */

  upc_stride_broadcast(copy<row, :>, &A[row * TILE][0], sizeof(double[TILE][TILE]), 0);

  printf("thread %d has %g\n", MYTHREAD, copy[row * TILE][col * TILE]);
  return copy[row * TILE][col * TILE] != 100 + row;
}
