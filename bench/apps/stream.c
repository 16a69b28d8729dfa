/* SPDX-License-Identifier: BSD-3-Clause
 * stream.c: the STREAM triad in C with OpenMP. `stream THREADS N REPEAT` prints the median seconds of a = b + 3 c,
 * after a warm-up. Each thread first touches its own part of the vectors. */
#include <stdio.h>
#include <stdlib.h>
#include "measure/median.h"

int main(int argc, char **argv) {
  if (argc != 4) return fputs("usage: stream THREADS N REPEAT\n", stderr), 2;
  const int threads = atoi(argv[1]), repeat = atoi(argv[3]);
  const long n = atol(argv[2]);
  double *restrict a = allocate((size_t)n, sizeof *a, "a"), *restrict b = allocate((size_t)n, sizeof *b, "b");
  double *restrict c = allocate((size_t)n, sizeof *c, "c"), *times = allocate((size_t)repeat, sizeof *times, "times");

#pragma omp parallel for num_threads(threads) schedule(static)
  for (long i = 0; i < n; i++) a[i] = -1, b[i] = 0.5 * (double)(i % 1000), c[i] = (double)(i % 77);
  for (int r = -1; r < repeat; r++) {
    const double start = now();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
    if (r >= 0) times[r] = now() - start;
  }
  if (a[n - 1] < 0) return fputs("stream: wrong\n", stderr), 1;
  printf("%.6f\n", median(times, repeat));
  return 0;
}
