/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below mpi: MPI's own collectives. */
#include <mpi.h>
#include "far.h"

static MPI_Comm comm;
static int self, ranks;

void layer_begin(int me, int threads) {
  self = me, ranks = threads;
  MPI_Comm_split(MPI_COMM_WORLD, 0, me, &comm);
}

void layer_end(void) { MPI_Comm_free(&comm); }

int layer_has(int operation) { return operation < OPERATIONS; }

void layer_call(int operation, void *from, void *to, size_t bytes) {
  int n = (int)bytes, words = n / (int)sizeof(double), piece = n / ranks;
  switch (operation) {
  case BROADCAST: MPI_Bcast(to, n, MPI_BYTE, 0, comm); break;
  case SCATTER: MPI_Scatter(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, comm); break;
  case GATHER: MPI_Gather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, comm); break;
  case GATHER_ALL: MPI_Allgather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, comm); break;
  case EXCHANGE: MPI_Alltoall(from, piece, MPI_BYTE, to, piece, MPI_BYTE, comm); break;
  case PERMUTE:
    MPI_Sendrecv(from, n, MPI_BYTE, (self + 1) % ranks, 0, to, n, MPI_BYTE, (self + ranks - 1) % ranks, 0, comm,
                 MPI_STATUS_IGNORE);
    break;
  case REDUCE: MPI_Reduce(from, to, words, MPI_DOUBLE, MPI_SUM, 0, comm); break;
  case REDUCE_ALL: MPI_Allreduce(from, to, words, MPI_DOUBLE, MPI_SUM, comm); break;
  case PREFIX: MPI_Scan(from, to, words, MPI_DOUBLE, MPI_SUM, comm); break;
  }
}
