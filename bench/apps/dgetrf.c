/* SPDX-License-Identifier: BSD-3-Clause
 * dgetrf.c: OpenBLAS alone. `dgetrf THREADS N REPEAT` prints the median seconds of PA = LU after a warm-up; A is
 * that of apps/lu, generated again before each run. */
#include <stdio.h>
#include "measure/median.h"
#include "../../apps/common/random.h"

void openblas_set_num_threads(int threads);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);

int main(int argc, char **argv) {
  if (argc != 4) return fputs("usage: dgetrf THREADS N REPEAT\n", stderr), 2;
  const int n = atoi(argv[2]), repeat = atoi(argv[3]);
  double *a = allocate((size_t)n * (size_t)n, sizeof *a, "the matrix");
  int *pivots = allocate((size_t)n, sizeof *pivots, "pivots");
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  int info = 0;

  openblas_set_num_threads(atoi(argv[1]));
  for (int i = -1; i < repeat && info == 0; i++) {
    for (size_t x = 0; x < (size_t)n * (size_t)n; x++) a[x] = app_random_element(x % (size_t)n, x / (size_t)n, 0);
    const double start = now();
    dgetrf_(&n, &n, a, &n, pivots, &info);
    if (i >= 0) times[i] = now() - start;
  }
  if (info != 0) return fprintf(stderr, "dgetrf: info %d\n", info), 1;
  printf("%.6f\n", median(times, repeat));
  return 0;
}
