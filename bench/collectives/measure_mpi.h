/* SPDX-License-Identifier: BSD-3-Clause
 * measure_mpi.h: the loop of the MPI drivers. */
#ifndef BENCH_MEASURE_MPI_H
#define BENCH_MEASURE_MPI_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure/allocate.h"
#include "measure/collectives.h"
#include "measure/words.h"

/* The seconds in the operation over n repetitions; *all: those of the whole loop. */
static double repeat(int n, void (*operation)(void), double *all) {
  double total = 0, first = MPI_Wtime();
  for (int r = 0; r < n; r++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    operation();
    total += MPI_Wtime() - start;
  }
  *all = MPI_Wtime() - first;
  return total;
}

/* The mean over the loop of the slowest process. All processes call; rank 0's clock decides how many repetitions there
 * are. */
static double mean_of_slowest(void (*operation)(void)) {
  int tried = 1, n;
  double all, mine, most;
  repeat(2, operation, &all);
  for (;; tried *= 4) {
    repeat(tried, operation, &all);
    n = repetitions(tried, all, BUDGET);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (n > 0) break;
  }
  mine = repeat(n, operation, &all) / n;
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
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
