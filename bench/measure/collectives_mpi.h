/* SPDX-License-Identifier: BSD-3-Clause
 * collectives_mpi.h: an operation of collectives.h by MPI's own calls, on `bytes` a process. */
#ifndef MEASURE_COLLECTIVES_MPI_H
#define MEASURE_COLLECTIVES_MPI_H

#include <mpi.h>
#include "collectives.h"

static inline void mpi_collective(int operation, void *from, void *to, int bytes, int me, int processes,
                                  MPI_Comm comm) {
  int words = bytes / (int)sizeof(double), piece = (int)piece_bytes((unsigned long)bytes, processes);
  switch (operation) {
  case BROADCAST: MPI_Bcast(to, bytes, MPI_BYTE, 0, comm); break;
  case SCATTER: MPI_Scatter(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, comm); break;
  case GATHER: MPI_Gather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, comm); break;
  case GATHER_ALL: MPI_Allgather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, comm); break;
  case EXCHANGE: MPI_Alltoall(from, piece, MPI_BYTE, to, piece, MPI_BYTE, comm); break;
  case PERMUTE:
    MPI_Sendrecv(from, bytes, MPI_BYTE, (me + 1) % processes, 0, to, bytes, MPI_BYTE,
                 (me + processes - 1) % processes, 0, comm, MPI_STATUS_IGNORE);
    break;
  case REDUCE: MPI_Reduce(from, to, words, MPI_DOUBLE, MPI_SUM, 0, comm); break;
  case REDUCE_ALL: MPI_Allreduce(from, to, words, MPI_DOUBLE, MPI_SUM, comm); break;
  case PREFIX: MPI_Scan(from, to, words, MPI_DOUBLE, MPI_SUM, comm); break;
  }
}

#endif
