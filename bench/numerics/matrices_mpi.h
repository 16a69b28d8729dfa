/* SPDX-License-Identifier: BSD-3-Clause
 * matrices_mpi.h: what the processes of MPI do together in the programs of matrices.h. In C and C++. */
#ifndef BENCH_NUMERICS_MATRICES_MPI_H
#define BENCH_NUMERICS_MATRICES_MPI_H

#include <mpi.h>
#include "matrices.h"
#include "measure/slowest_mpi.h"

static inline void add_all(double *sums, size_t n) {
  MPI_Allreduce(MPI_IN_PLACE, sums, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Checks and prints; ends all processes if the result is wrong. Result and times as in processes_t. */
static inline void report_result(const problem_t *p, void *result,
                                 void (*times)(void *result, double *y, const double *x), double *seconds) {
  int me, count;
  processes_t all;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  all.me = (size_t)me, all.count = (size_t)count;
  all.add_all = add_all;
  all.times = times, all.result = result;
  if (report(p, &all, seconds)) {
    MPI_Barrier(MPI_COMM_WORLD);      /* process 0 has said so */
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

#endif
