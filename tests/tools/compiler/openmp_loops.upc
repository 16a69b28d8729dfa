/* SPDX-License-Identifier: BSD-3-Clause
 * OpenMP's pragmas in front of loops over shared memory hold for these loops. See openmp_loops.sh. */
#include <stdio.h>
#include <upc.h>

enum { N = 1000 };
shared [N] double a[N * THREADS];
int column[N];

#define PARALLEL _Pragma("omp parallel for reduction(+ : once)")

int main(void) {
  shared [N] double *mine = &a[N * MYTHREAD];
  double shares = 0, once = 0, squares = 0, nested = 0, gathered = 0, rows = 0;
  int workers = 0, team = 0, failed = 0;
  for (int k = 0; k < N; k++) mine[k] = 1, column[k] = N * MYTHREAD + (7 * k) % N;
  upc_barrier;
#pragma omp parallel reduction(+ : team)
  {
    team++;
#pragma omp for reduction(+ : shares)
    for (int k = 0; k < N; k++) shares += a[column[k]];
#pragma omp for reduction(+ : squares) schedule(static, 3)
    for (int k = 0; k < N; k++) squares += mine[k] * mine[k];
  }
  PARALLEL for (int k = 0; k < N; k++) once += mine[k];
#pragma omp parallel for collapse(2) reduction(+ : nested)
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < N; k++) nested += mine[k];
#pragma omp parallel for collapse(2) reduction(+ : gathered)
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < N; k++) gathered += a[column[k]];
  shared [N] double *start = a;
  for (int time = 0; time < 2; time++) { /* what a worker's loops ask for is not declared before the region */
#pragma omp parallel for default(none) shared(start, column) reduction(+ : rows)
    for (int i = 0; i < 4; i++)
      for (int k = i; k < N; k += 4) rows += start[column[k]];
  }
#pragma omp parallel
  {
    int first = 1;
#pragma omp for reduction(+ : workers) schedule(static)
    for (int k = 0; k < N; k++) workers += first, first = 0; /* each worker has a part */
  }
  failed += shares != N || squares != N || once != N || nested != 2 * N || workers != team;
  failed += gathered != 2 * N || rows != 2 * N;
  if (failed) printf("FAILED: %g %g %g %g, %d of %d workers\n", shares, squares, once, nested, workers, team);
  return failed;
}
