/* SPDX-License-Identifier: BSD-3-Clause
 * dpotrf.c: OpenBLAS alone. `dpotrf THREADS N REPEAT L|U` prints the median seconds of A = LL' or U'U after a warm-up;
 * A is generated again before each run. */
#include <stdio.h>
#include "measure/median.h"

void openblas_set_num_threads(int threads);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);

int main(int argc, char **argv) {
  if (argc != 5) return fputs("usage: dpotrf THREADS N REPEAT L|U\n", stderr), 2;
  const int n = atoi(argv[2]), repeat = atoi(argv[3]);
  double *a = allocate((size_t)n * (size_t)n, sizeof *a, "the matrix");
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  int info = 0;

  openblas_set_num_threads(atoi(argv[1]));
  for (int i = -1; i < repeat && info == 0; i++) {
    for (size_t y = 0; y < (size_t)n; y++)
      for (size_t x = 0; x < (size_t)n; x++)
        a[y * (size_t)n + x] = x == y ? 2.0 * n
            : (double)((x + y) * 7919 % 2003) / 1001.5 - 1 + (double)(x * y % 7) * 1e-3;
    const double start = now();
    dpotrf_(argv[4], &n, a, &n, &info);
    if (i >= 0) times[i] = now() - start;
  }
  if (info != 0) return fprintf(stderr, "dpotrf: info %d\n", info), 1;
  printf("%.6f\n", median(times, repeat));
  return 0;
}
