/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A reduction that overlaps with work. All threads start to add up their vectors, compute something else, and then wait
 * for the sum. upc_stride_test lets the reduction progress while the thread computes.
 *
 *   upcc -O2 overlap.upc -o overlap && upcrun -n 4 ./overlap
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define N 1000
shared [N] double part[THREADS * N], sum[THREADS * N];                /* one block on each thread */

static double work(int step) {
  double x = 1;
  int i;
  for (i = 0; i < 1000; i++) x += 1 / (x + step);
  return x;
}

int main(void) {
  double *mine = (double *)&part[MYTHREAD * N], *all = (double *)&sum[MYTHREAD * N], other = 0;
  upc_stride_handle_t handle;
  int i, wrong = 0;
  for (i = 0; i < N; i++) mine[i] = MYTHREAD + i;

  handle = upc_stride_reduce_all_nb(sum<:>, part<:>, N, UPC_ADD, UPC_DOUBLE, NULL, 0);
  for (i = 0; i < 100; i++) {
    other += work(i);
    upc_stride_test(&handle);
  }
  upc_stride_wait(&handle);                                           /* from here on the sum is there */

  for (i = 0; i < N; i++) wrong += all[i] != THREADS * (THREADS - 1) / 2.0 + (double)THREADS * i;
  if (MYTHREAD == 0) printf("sum[1] is %g, other work gave %.3f\n", all[1], other);
  return wrong != 0;
}
