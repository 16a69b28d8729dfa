/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 3(a) of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": src is broadcast into every
 * other row and column of dst's blocks.
 *
 *   upcc figure3a.upc -o figure3a && upcrun -n 4 ./figure3a
 *   upcc -DSIDE=131 -DBLOCK=7 figure3a.upc -o figure3a && upcrun -n 4 ./figure3a
 *
 * The differences from the printed figure:
 *  - 200, 4 and the last block index 49 are SIDE, BLOCK and LAST, so that other sizes can be tried.
 *  - The data and the check at the end are added.
 */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#ifndef SIDE
#define SIDE 200
#endif
#ifndef BLOCK
#define BLOCK 4
#endif
#define LAST ((SIDE - 1) / BLOCK)

shared [] int src[BLOCK];
shared [BLOCK][BLOCK] int dst[SIDE][SIDE];
shared int wrong[THREADS];

/* The expected element of dst. The first BLOCK elements of a picked block are src's; all others are as before. Block
 * (LAST, LAST) is padded, so elements are counted row by row in a block of full size. */
static int expected(int i, int j) {
  int picked = i / BLOCK % 2 == 0 && j / BLOCK % 2 == 0, place = i % BLOCK * BLOCK + j % BLOCK;
  return picked && place < BLOCK ? 1000 + place : -(i * SIDE + j);
}

int main(void) {
  int i, j, t, sum = 0;
  if (MYTHREAD == 0)
    for (i = 0; i < BLOCK; i++) src[i] = 1000 + i;
  for (i = 0; i < SIDE; i++)
    upc_forall (j = 0; j < SIDE; j++; &dst[i][j]) dst[i][j] = -(i * SIDE + j);

  upc_stride_broadcast(dst<0:2:LAST,0:2:LAST>,
                       src, sizeof(int)*BLOCK, 0);

  for (i = 0; i < SIDE; i++)
    upc_forall (j = 0; j < SIDE; j++; &dst[i][j])
      if (dst[i][j] != expected(i, j) && wrong[MYTHREAD]++ < 3)
        printf("dst[%d][%d]: expected %d, got %d\n", i, j, expected(i, j), dst[i][j]);
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
