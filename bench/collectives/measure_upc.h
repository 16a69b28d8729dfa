/* SPDX-License-Identifier: BSD-3-Clause
 * measure_upc.h: the loop of the UPC drivers. */
#ifndef BENCH_MEASURE_UPC_H
#define BENCH_MEASURE_UPC_H

#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include "measure/collectives.h"
#include "measure/median.h"
#include "measure/start.h"

static shared [MOST_TRIED] double times[THREADS][MOST_TRIED]; /* of each repetition */
static shared unsigned long wrong[THREADS];
static shared [] double starts[2]; /* of this repetition and the one before, which some threads may still read */
static shared int agreed;

/* n repetitions, with their times on each thread. The seconds that all of them take. `before` may be null. */
static double repeat(int n, void (*before)(void), void (*operation)(void)) {
  int r, together = own_cores(THREADS);
  double *mine = (double *)times[MYTHREAD], first = now();
  for (r = 0; r < n; r++) {
    if (before) {
      upc_barrier; /* no thread prepares on a core that the operation still needs */
      before();
    }
    if (MYTHREAD == 0) starts[r % 2] = now() + AHEAD;
    upc_barrier;
    double start = together ? wait_until(starts[r % 2]) : now();
    operation();
    mine[r] = now() - start;
  }
  return now() - first;
}

/* The median over the repetitions; each ends with its last thread. Collective; thread 0's clock decides how many
 * repetitions there are. */
static double typical(void (*before)(void), void (*operation)(void)) {
  static double last[MOST_TRIED];
  static shared double result;
  int tried = 1, n, r, t;
  repeat(2, before, operation);
  for (;; tried *= 4) {
    double all = repeat(tried, before, operation);
    if (MYTHREAD == 0) agreed = repetitions(tried, all, BUDGET);
    upc_barrier;
    n = agreed;
    upc_barrier;
    if (n > 0) break;
  }
  repeat(n, before, operation);
  upc_barrier;
  for (r = 0; r < n && MYTHREAD == 0; r++) {
    last[r] = 0;
    for (t = 0; t < THREADS; t++)
      if (times[t][r] > last[r]) last[r] = times[t][r];
  }
  if (MYTHREAD == 0) result = median(last, n);
  upc_barrier;
  return result;
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
