/* SPDX-License-Identifier: BSD-3-Clause
 * summa.upc: C = A B by SUMMA, the paper's Figure 7. For each block k of the inner dimension, the threads that own
 * column k of A broadcast it along the rows of the grid, those that own row k of B along its columns, and each thread
 * multiplies what it got into its own blocks of C. No thread talks to another outside its row and column.
 *
 * As Figure 7, except: a row of B is broadcast once a k and kept, not once for each row of C; tiles being column-major,
 * a thread's tiles of a row of C are one matrix, so one dgemm does Figure 7's loop over j; edges are guarded; and each
 * thread waits for its own data only, instead of for all of its row or column.
 *
 * 4 threads, grid 2x2, 4x4 blocks, k = 1:   A . 1 . .    thread (0, 1) sends A[0][1] and A[2][1] along row 0,
 *                                             . 3 . .    thread (1, 1) sends A[1][1] and A[3][1] along row 1;
 *                                             . 1 . .    row 1 of B goes down the two columns in the same way.
 *                                             . 3 . .                                                               */
#include <upc.h>
#include "blas.h"
#include "matmul.h"

void summa(const problem_t *q) {
  const size_t b = q->block, rows = q->grid[0] * b, cols = q->grid[1] * b, bytes = sizeof(double) * b * b;
  const size_t myrow = MYTHREAD / q->grid[1], mycol = MYTHREAD % q->grid[1];
  const upc_flag_t mine = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;

  for (size_t k = 0; k < q->p; k += b) {
    size_t width = 0; /* of my tiles in a row of C */
    for (size_t j = mycol * b; j < q->n; width += at_most(b, q->n - j), j += cols)
      /* B[k][j] on one thread -> scratchB[r][j] on all threads (r, mycol) of my grid column */
      upc_stride_broadcast(UPC_SECTION(q->scratchB, UPC_STRIDE_ALL, UPC_STRIDE_AT(j / b)), AT(q->B, k, j), bytes, mine);
    for (size_t i = myrow * b; i < q->m; i += rows) {
      /* A[i][k] on one thread -> scratchA[myrow][c] on all threads (myrow, c) of my grid row */
      upc_stride_broadcast(UPC_SECTION(q->scratchA, UPC_STRIDE_AT(myrow), UPC_STRIDE_ALL), AT(q->A, i, k), bytes, mine);
      if (width > 0) /* C[i][mycol], C[i][mycol + C] ... are mine, and so are the scratch tiles */
        dgemm(at_most(b, q->m - i), width, at_most(b, q->p - k), LOCAL(q->scratchA, myrow * b, mycol * b), b,
              LOCAL(q->scratchB, myrow * b, mycol * b), b, k == 0 ? 0.0 : 1.0, LOCAL(q->C, i, mycol * b), b);
    }
  }
}
