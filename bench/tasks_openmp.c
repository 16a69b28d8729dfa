/* SPDX-License-Identifier: BSD-3-Clause
 * The peer of bench/tasks.upc: eight tasks and a wait, with OpenMP's tasks. Prints nanoseconds a task, the median of
 * seven runs. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 8, ROUNDS = 5000, RUNS = 7 };

static volatile long calls;
static void call(void) { calls++; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  double times[RUNS];
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < RUNS; run++) {
    double start = now();
    for (int i = 0; i < ROUNDS; i++) {
      for (int k = 0; k < CALLS; k++) {
#pragma omp task
        call();
      }
#pragma omp taskwait
    }
    times[run] = (now() - start) / (ROUNDS * CALLS);
  }
  qsort(times, RUNS, sizeof *times, compare);
  printf("%-18s %8.1f ns a task\n", "OpenMP", times[RUNS / 2]);
}
