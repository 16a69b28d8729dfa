/* SPDX-License-Identifier: BSD-3-Clause
 * stencil.c: the stencil of apps/stencil in C with OpenMP. `stencil THREADS N RADIUS STEPS REPEAT [padded]` prints the
 * median seconds of the steps, after a warm-up; radius 1 or 2. */
#include <stdio.h>
#include <stdlib.h>
#include "measure/median.h"
#include "stencil.h"

int main(int argc, char **argv) {
  if (argc != 6 && argc != 7) return fputs("usage: stencil THREADS N RADIUS STEPS REPEAT [padded]\n", stderr), 2;
  const int threads = atoi(argv[1]), radius = atoi(argv[3]), steps = atoi(argv[4]), repeat = atoi(argv[5]);
  const long n = atol(argv[2]);
  const row_t row = row_of(n, radius, argc == 7);
  double *u[2], *times = allocate((size_t)repeat, sizeof *times, "times");
  allocate_rows(u, n + 2 * radius, row, argc == 7);

  for (int r = -1; r < repeat; r++) {
    for (int b = 0; b < 2; b++)
#pragma omp parallel for num_threads(threads) schedule(static)
      for (long i = 0; i < n + 2 * radius; i++)
        for (long j = 0; j < row.pitch; j++) {
          const int inside = i >= radius && i < n + radius && j >= row.before && j < row.before + n;
          u[b][i * row.pitch + j] = inside ? (double)((i * 7919 + j) % 2003) / 1001.5 - 1 : 0;
        }
    const double start = now();
    for (int s = 0; s < steps; s++)
#pragma omp parallel for num_threads(threads) schedule(static)
      for (long i = radius; i < n + radius; i++)
        stencil_step(u[(s + 1) % 2], u[s % 2], row.pitch, radius, i, i + 1, row.before, row.before + n);
    if (r >= 0) times[r] = now() - start;
  }
  printf("%.6f\n", median(times, repeat));
  return 0;
}
