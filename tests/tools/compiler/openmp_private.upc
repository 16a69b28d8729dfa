/* SPDX-License-Identifier: BSD-3-Clause
 * OpenMP's workers divide a loop over private memory, on conduits with far threads too. See openmp_loops.sh. */
#include <omp.h>
#include <stdio.h>
#include <upc.h>

enum { N = 1000 };
shared int there[THREADS];

int main(void) {
  static int square[N];
  int last = 0, failed = 0;
  there[MYTHREAD] = 1;
#pragma omp parallel for num_threads(2) reduction(max : last)
  for (int k = 0; k < N; k++) {
    square[k] = k * k;
    if (omp_get_thread_num() > last) last = omp_get_thread_num();
  }
  for (int k = 0; k < N; k++) failed |= square[k] != k * k;
  failed |= last != 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) failed |= !there[t];
  if (failed) printf("FAILED: thread %d, the last worker was %d\n", MYTHREAD, last);
  return failed;
}
