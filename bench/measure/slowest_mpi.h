/* SPDX-License-Identifier: BSD-3-Clause
 * slowest_mpi.h: the time of the slowest process. With more processes than cores, process 0 may leave the first barrier
 * when others have done their work already. For the same reason the applications take the longest time of all threads.
 */
#ifndef SLOWEST_MPI_H
#define SLOWEST_MPI_H

#include <mpi.h>

/* A barrier, and then the most seconds since the `start` of a process, on all of them. */
static inline double slowest_since(double start) {
  MPI_Barrier(MPI_COMM_WORLD);
  double slowest = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

#endif
