/* SPDX-License-Identifier: BSD-3-Clause
 * measure_mpi.h: the loop of the MPI drivers. */
#ifndef BENCH_MEASURE_MPI_H
#define BENCH_MEASURE_MPI_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure/collectives.h"
#include "measure/median.h"
#include "measure/start.h"
#include "measure/words.h"

static double times[MOST_TRIED]; /* of each repetition, here */

/* n repetitions. The seconds that all of them take. */
static double repeat(int n, void (*operation)(void)) {
  int me, processes, together;
  double first = now();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  together = own_cores(processes);
  for (int r = 0; r < n; r++) {
    double start = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (together) {
      if (me == 0) start = now() + AHEAD;
      MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      wait_until(start);
    } else {
      start = now();
    }
    operation();
    times[r] = now() - start;
  }
  return now() - first;
}

/* The median over the repetitions; each ends with its last process. All processes call; rank 0's clock decides how many
 * repetitions there are. */
static double typical(void (*operation)(void)) {
  static double last[MOST_TRIED];
  int tried = 1, n;
  repeat(2, operation);
  for (;; tried *= 4) {
    double all = repeat(tried, operation);
    n = repetitions(tried, all, BUDGET);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (n > 0) break;
  }
  repeat(n, operation);
  MPI_Allreduce(times, last, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return median(last, n);
}

/* Prints a row. Wrong bytes in the target of this process end the run. */
static void report(const char *name, size_t bytes, double seconds, unsigned long wrong) {
  int me;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (wrong) {
    fprintf(stderr, "%s of %zu bytes: %lu wrong bytes on rank %d\n", name, bytes, wrong, me);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (me == 0) printf("%s %zu %.9f\n", name, bytes, seconds), fflush(stdout);
}

#endif
