/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 3(b) of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": blocks of src's first column
 * are exchanged into the first row of dst's blocks. The arrays are ordinary UPC arrays, of which the number of threads
 * must be known here:
 *
 *   upcc -T 4 figure3b.upc -o figure3b && upcrun -n 4 ./figure3b
 *
 * The differences from the printed figure:
 *  - src<:, 0> has 100 blocks and dst<0, :> has 10. But both sections of an exchange have the same number k of blocks,
 *    with k pieces in each. A block of 10 numbers has 10 pieces, so src<0:9, 0> is exchanged.
 *  - The data and the check at the end are added.
 */
// flags: -T 4
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

shared [10] int src[100][100];
shared [10] int dst[100][100];
shared int wrong[THREADS];

/* Piece j of block i of dst's first row comes from piece i of block j of src's first column. */
static int expected(int i, int j) { return i == 0 ? 100 * (j % 10) + j / 10 : -1; }

int main(void) {
  int i, j, t, sum = 0;
  for (i = 0; i < 100; i++)
    upc_forall (j = 0; j < 100; j++; &src[i][j]) src[i][j] = 100 * i + j, dst[i][j] = -1;

  upc_stride_exchange(dst<0,:>, src<0:9,0>,
                      sizeof(int), 0);

  for (i = 0; i < 100; i++)
    upc_forall (j = 0; j < 100; j++; &dst[i][j])
      if (dst[i][j] != expected(i, j) && wrong[MYTHREAD]++ < 3)
        printf("dst[%d][%d]: expected %d, got %d\n", i, j, expected(i, j), dst[i][j]);
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
