/* SPDX-License-Identifier: BSD-3-Clause
 * OpenMP over private memory: parallel with a section for each worker, tasks, single, critical and a loop in a parallel
 * region. See openmp_loops.sh. */
#include <omp.h>
#include <stdio.h>
#include <upc.h>

enum { N = 500, WORKERS = 2 };
shared int there[THREADS];

static long fibonacci(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static long sections(void) {
  long even = 0, odd = 0;
#pragma omp parallel sections num_threads(WORKERS)
  {
#pragma omp section
    for (int k = 0; k < N; k += 2) even += k;
#pragma omp section
    for (int k = 1; k < N; k += 2) odd += k;
  }
  return even + odd;
}

static int region(void) {
  static int square[N];
  int workers = 0, singles = 0, wrong = 0;
#pragma omp parallel num_threads(WORKERS)
  {
#pragma omp critical
    workers++;
#pragma omp single
    singles++;
#pragma omp for schedule(dynamic, 7)
    for (int k = 0; k < N; k++) square[k] = k * k;
  }
  for (int k = 0; k < N; k++) wrong += square[k] != k * k;
  return workers == WORKERS && singles == 1 && wrong == 0;
}

int main(void) {
  long f = 0;
  int failed = 0;
  for (int round = 0; round < 10; round++) {
    there[(MYTHREAD + 1) % THREADS] = round;
#pragma omp parallel num_threads(WORKERS)
#pragma omp single
    f = fibonacci(12);
    failed |= f != 144 || sections() != (long)N * (N - 1) / 2 || !region();
    upc_barrier;
    for (int t = 0; t < THREADS; t++) failed |= there[t] != round;
    upc_barrier;
  }
  if (failed) printf("FAILED: thread %d: fibonacci is %ld, the sections' sum %ld\n", MYTHREAD, f, sections());
  return failed;
}
