/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below mpi: MPI's one-sided transfers in one epoch, each complete at its target, and its collectives.
 * Between near threads MPI allocates the window's memory, which it may share between the processes of a machine.
 * Between far threads the program allocates it, as the conduit does. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "measure/allocate.h"
#include "conduits.h"

static char *here, *window_memory, *all;
static MPI_Win window;
static MPI_Comm comm;
static int self, ranks;

void raw_begin(int me, int threads, char *theirs) {
  self = me, ranks = threads;
  MPI_Comm_split(MPI_COMM_WORLD, 0, me, &comm);
  here = allocate(LARGEST, 1, "the message");
  all = allocate((size_t)threads, LARGEST, "the pieces of an exchange");
  memset(here, 1, LARGEST);
  memset(all, 1, (size_t)threads * LARGEST);
  if (theirs) {
    MPI_Win_allocate(LARGEST + 64, 1, MPI_INFO_NULL, comm, &window_memory, &window);
  } else {
    window_memory = allocated(aligned_alloc(4096, LARGEST + 4096), LARGEST + 4096, 1, "the window");
    MPI_Win_create(window_memory, LARGEST + 64, 1, MPI_INFO_NULL, comm, &window);
  }
  memset(window_memory, 0, LARGEST + 64);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  MPI_Barrier(comm);
}

void raw_end(void) {
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Comm_free(&comm);
}

static void put(size_t bytes) {
  MPI_Put(here, (int)bytes, MPI_BYTE, 1 - self, 64, (int)bytes, MPI_BYTE, window);
  MPI_Win_flush(1 - self, window);
}

static void signal_other(long value) {
  MPI_Put(&value, sizeof value, MPI_BYTE, 1 - self, 0, sizeof value, MPI_BYTE, window);
  MPI_Win_flush(1 - self, window);
}

static void await_signal(long value) {
  int some;
  while (__atomic_load_n((long *)window_memory, __ATOMIC_ACQUIRE) != value)
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &some, MPI_STATUS_IGNORE);
}

static void once(int operation, size_t bytes) {
  static long turn;
  int n = (int)bytes;
  switch (operation) {
  case PUT: put(bytes); break;
  case GET:
    MPI_Get(here, n, MPI_BYTE, 1, 64, n, MPI_BYTE, window);
    MPI_Win_flush(1, window);
    break;
  case SIGNAL:
    turn++;
    if (self == 1) await_signal(turn);
    put(bytes);
    signal_other(turn);
    if (self == 0) await_signal(turn);
    break;
  case BROADCAST: MPI_Bcast(here, n, MPI_BYTE, 0, comm); break;
  default: MPI_Alltoall(all, n / ranks, MPI_BYTE, here, n / ranks, MPI_BYTE, comm);
  }
}

double raw(int operation, size_t bytes, int count) {
  double start, took;
  MPI_Barrier(comm);
  start = MPI_Wtime();
  if (self == 0 || (operation == SIGNAL && self == 1) || operation >= BROADCAST)
    for (int i = 0; i < count; i++) once(operation, bytes);
  took = (MPI_Wtime() - start) / count;
  MPI_Barrier(comm);
  return operation == SIGNAL ? took / 2 : took;
}
