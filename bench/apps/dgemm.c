/* SPDX-License-Identifier: BSD-3-Clause
 * dgemm.c: OpenBLAS alone. `dgemm THREADS M N P REPEAT` prints the median seconds of C = A B after a warm-up. */
#include <stdio.h>
#include "measure/median.h"

void openblas_set_num_threads(int threads);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);

static double *filled(size_t n) {
  double *x = allocate(n, sizeof *x, "a matrix");
  for (size_t i = 0; i < n; i++) x[i] = (double)(i * 7919 % 2003) / 1001.5 - 1;
  return x;
}

int main(int argc, char **argv) {
  if (argc != 6) return fputs("usage: dgemm THREADS M N P REPEAT\n", stderr), 2;
  const int m = atoi(argv[2]), n = atoi(argv[3]), p = atoi(argv[4]), repeat = atoi(argv[5]);
  const double one = 1, zero = 0;
  double *a = filled((size_t)m * p), *b = filled((size_t)p * n), *c = filled((size_t)m * n);
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");

  openblas_set_num_threads(atoi(argv[1]));
  for (int i = -1; i < repeat; i++) {
    const double start = now();
    dgemm_("N", "N", &n, &m, &p, &one, b, &n, a, &p, &zero, c, &n); /* row-major: C' = B' A' */
    if (i >= 0) times[i] = now() - start;
  }
  printf("%.6f\n", median(times, repeat));
  return 0;
}
