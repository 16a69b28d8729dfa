/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Jacobi's method, as Chapel's example: each inner element of A becomes the mean of its neighbours, until none changes
 * by more than EPSILON. upc_stride_halo gets each thread's lines with those around them, and upc_stride_max is the
 * greatest change of all threads.
 *
 *   upcc -O2 jacobi.upc -o jacobi && upcrun -n 4 ./jacobi
 */
#include <math.h>
#include <stdio.h>
#include <upc_stride_coll.h>

#define N 64
#define EPSILON 1e-5

#pragma processors line(THREADS)
shared [*][N] (line) double A[N][N];              /* const D = blockDist.createDomain({0..n-1, 0..n-1}) */
static double around[N + 2][N + 2];               /* the caller's lines, with a halo */

int main(void) {
  double change = 1;
  int step;
  upc_stride_forall(block, A)                     /* the left side is hot */
    for (size_t i = block.lo[0]; i <= block.hi[0]; i++) A[i][0] = 1;

  for (step = 0; change > EPSILON; step++) {
    double most = 0;
    upc_stride_halo(around, A<:, :>, 1, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    upc_stride_forall(block, A)                   /* forall (i,j) in D do .. */
      for (size_t i = block.lo[0]; i <= block.hi[0]; i++) {
        const size_t k = i - block.lo[0] + 1;
        for (size_t j = 1; j < N - 1 && i > 0 && i < N - 1; j++) {
          const double mean = (around[k - 1][j + 1] + around[k + 1][j + 1] + around[k][j] + around[k][j + 2]) / 4;
          most = fmax(most, fabs(mean - around[k][j + 1]));
          A[i][j] = mean;
        }
      }
    change = upc_stride_max(most);                /* max reduce abs(A - Temp) */
  }
  if (MYTHREAD == 0) printf("%d steps, A[1][1] is %.4f\n", step, A[1][1]);
  return step < 100;
}
