/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below mpi: MPI's own collectives. */
#include <mpi.h>
#include "far.h"
#include "measure/collectives_mpi.h"

static MPI_Comm comm;
static int self, ranks;

void layer_begin(int me, int threads) {
  self = me, ranks = threads;
  MPI_Comm_split(MPI_COMM_WORLD, 0, me, &comm);
}

void layer_end(void) { MPI_Comm_free(&comm); }

int layer_has(int operation) { return operation < OPERATIONS; }

void layer_call(int operation, void *from, void *to, size_t bytes) {
  mpi_collective(operation, from, to, (int)bytes, self, ranks, comm);
}
