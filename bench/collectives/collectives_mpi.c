/* SPDX-License-Identifier: BSD-3-Clause
 * The MPI side of bench/collectives: collectives_mpi OPERATION BYTES.. */
#include "measure_mpi.h"
#include "measure/collectives_mpi.h"

static int me, threads, operation, bytes;
static double *from, *to;

static void run(void) { mpi_collective(operation, from, to, bytes, me, threads, MPI_COMM_WORLD); }

static void measure(void) {
  size_t words = (size_t)bytes / sizeof(double);
  if (words < (size_t)threads) words = (size_t)threads;
  from = new_words(words, "the source"), to = new_words(words, "the target");
  for (size_t i = 0; i < words; i++)
    from[i] = word(me, i), to[i] = operation == BROADCAST && me == 0 ? word(0, i) : -1e9;
  double seconds = mean_of_slowest(run);
  report(operation_names[operation], (size_t)bytes, seconds,
         wrong_bytes(operation, me, threads, to, (unsigned long)bytes, 1));
  free(from), free(to);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  operation = argc > 2 ? operation_number(argv[1]) : -1;
  if (operation < 0) {
    if (me == 0) fprintf(stderr, "usage: collectives_mpi OPERATION BYTES..\n");
    MPI_Finalize();
    return 2;
  }
  for (int a = 2; a < argc; a++) bytes = atoi(argv[a]), measure();
  MPI_Finalize();
  return 0;
}
