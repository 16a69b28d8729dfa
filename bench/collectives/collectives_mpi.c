/* SPDX-License-Identifier: BSD-3-Clause
 * The MPI side of bench/collectives: collectives_mpi OPERATION [started] BYTES..
 * started: a persistent collective, broadcast or reduce_all; a repetition starts it and waits. */
#include "measure_mpi.h"
#include "measure/collectives_mpi.h"
#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>                  /* Open MPI 4 has persistent collectives under other names */
#define MPI_Bcast_init MPIX_Bcast_init
#define MPI_Allreduce_init MPIX_Allreduce_init
#endif

static int me, threads, operation, bytes, started;
static MPI_Request persistent;
static double *from, *to;

static void run(void) { mpi_collective(operation, from, to, bytes, me, threads, MPI_COMM_WORLD); }

static void start_and_wait(void) {
  MPI_Start(&persistent);
  MPI_Wait(&persistent, MPI_STATUS_IGNORE);
}

static void prepare(void) {
  const int words = bytes / (int)sizeof(double);
  if (operation == BROADCAST) MPI_Bcast_init(to, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &persistent);
  else MPI_Allreduce_init(from, to, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &persistent);
}

static void measure(void) {
  size_t words = (size_t)bytes / sizeof(double);
  if (words < (size_t)threads) words = (size_t)threads;
  from = new_words(words, "the source"), to = new_words(words, "the target");
  for (size_t i = 0; i < words; i++)
    from[i] = word(me, i), to[i] = operation == BROADCAST && me == 0 ? word(0, i) : -1e9;
  if (started) prepare();
  double seconds = typical(started ? start_and_wait : run);
  if (started) MPI_Request_free(&persistent);
  report(operation_names[operation], (size_t)bytes, seconds,
         wrong_bytes(operation, me, threads, to, (unsigned long)bytes, 1));
  free(from), free(to);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  operation = argc > 2 ? operation_number(argv[1]) : -1;
  started = argc > 3 && strcmp(argv[2], "started") == 0;
  if (operation < 0 || (started && operation != BROADCAST && operation != REDUCE_ALL)) {
    if (me == 0) fprintf(stderr, "usage: collectives_mpi OPERATION [started] BYTES..\n");
    MPI_Finalize();
    return 2;
  }
  for (int a = 2 + started; a < argc; a++) bytes = atoi(argv[a]), measure();
  MPI_Finalize();
  return 0;
}
