/* SPDX-License-Identifier: BSD-3-Clause
 * measure_upc.h: the loop of the UPC drivers. */
#ifndef BENCH_MEASURE_UPC_H
#define BENCH_MEASURE_UPC_H

#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include "measure/allocate.h"
#include "measure/clock.h"
#include "measure/collectives.h"

static shared double slowest[THREADS];
static shared unsigned long wrong[THREADS];
static shared int agreed;

/* The seconds in the operation over n repetitions; *all: those of the whole loop. `before` may be null. */
static double repeat(int n, void (*before)(void), void (*operation)(void), double *all) {
  int r;
  double total = 0, first = now();
  for (r = 0; r < n; r++) {
    if (before) {
      upc_barrier; /* no thread prepares on a core that the operation still needs */
      before();
    }
    upc_barrier;
    double start = now();
    operation();
    total += now() - start;
  }
  *all = now() - first;
  return total;
}

/* The mean over the loop of the slowest thread. Collective; thread 0's clock decides how many repetitions there are. */
static double mean_of_slowest(void (*before)(void), void (*operation)(void)) {
  int t;
  int tried = 1, n;
  double all, most = 0;
  repeat(2, before, operation, &all);
  for (;; tried *= 4) {
    repeat(tried, before, operation, &all);
    if (MYTHREAD == 0) agreed = repetitions(tried, all, BUDGET);
    upc_barrier;
    n = agreed;
    upc_barrier;
    if (n > 0) break;
  }
  slowest[MYTHREAD] = repeat(n, before, operation, &all) / n;
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    if (slowest[t] > most) most = slowest[t];
  upc_barrier;
  return most;
}

/* Prints a row. Wrong bytes in the target of any thread end the run. */
static void report(const char *name, size_t bytes, double seconds, unsigned long wrong_here) {
  int t;
  wrong[MYTHREAD] = wrong_here;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (t = 0; t < THREADS; t++)
      if (wrong[t]) {
        fprintf(stderr, "%s of %zu bytes: %lu wrong bytes on thread %d\n", name, bytes, wrong[t], t);
        upc_global_exit(1);
      }
    printf("%s %zu %.9f\n", name, bytes, seconds);
    fflush(stdout);
  }
  upc_barrier;
}

#endif
