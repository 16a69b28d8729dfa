/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sections: an interval for each dimension picks blocks, counted from 0. Thread 0 writes a number into each block of a
 * matrix. Then it collects the numbers of some sections, in the order of each section.
 *
 *   upcc section.upc -o section && upcrun -n 4 ./section
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define ROWS (THREADS % 2 == 0 ? 2 : 1)
#define COLS (THREADS / ROWS)

#pragma processors grid(ROWS, COLS)
shared [4][4] (grid) int A[16][12];      /* 4 x 3 blocks */
shared [] int found[12];                 /* on thread 0 */

/* Prints the first `count` numbers found; 1 if the first and the last are not as expected. */
static int show(const char *section, int count, int first, int last) {
  int i;
  if (MYTHREAD != 0) return 0;
  printf("%-14s", section);
  for (i = 0; i < count; i++) printf(" %2d", found[i]);
  printf("\n");
  return found[0] != first || found[count - 1] != last;
}

int main(void) {
  int row, col, wrong = 0;
  if (MYTHREAD == 0)
    for (row = 0; row < 4; row++)
      for (col = 0; col < 3; col++) A[4 * row][4 * col] = 10 * row + col;
  upc_barrier;

  upc_stride_gather(found, A<1, :>, sizeof(int), 0);         /* block row 1 */
  wrong += show("A<1, :>", 3, 10, 12);
  upc_stride_gather(found, A<0:2:3, :>, sizeof(int), 0);     /* every second block row */
  wrong += show("A<0:2:3, :>", 6, 0, 22);
  upc_stride_gather(found, A<3:-1:0, 1>, sizeof(int), 0);    /* block column 1, from the last row to the first */
  wrong += show("A<3:-1:0, 1>", 4, 31, 1);
  printf("thread %d owns %s block of A<1, :>\n", MYTHREAD, upc_haveaffinity(A<1, :>) ? "a" : "no");
  return wrong;
}
