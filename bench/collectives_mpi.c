/* SPDX-License-Identifier: BSD-3-Clause
 * The MPI side of bench/collectives: collectives_mpi OPERATION BYTES.. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "collectives.h"

static int me, threads;
static double *from, *to;

static void run(int operation, size_t bytes) {
  int words = (int)(bytes / sizeof(double)), part = words / threads;
  int n = (int)bytes, piece = n / threads;
  (void)part;
  switch (operation) {
  case BROADCAST: /* the root's copy counts as UPC's does not: it sends from the buffer it would receive into */
    MPI_Bcast(me == 0 ? from : to, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case SCATTER: MPI_Scatter(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, MPI_COMM_WORLD); break;
  case GATHER: MPI_Gather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, 0, MPI_COMM_WORLD); break;
  case GATHER_ALL: MPI_Allgather(from, piece, MPI_BYTE, to, piece, MPI_BYTE, MPI_COMM_WORLD); break;
  case EXCHANGE: MPI_Alltoall(from, piece, MPI_BYTE, to, piece, MPI_BYTE, MPI_COMM_WORLD); break;
  case PERMUTE:
    MPI_Sendrecv(from, n, MPI_BYTE, (me + 1) % threads, 0, to, n, MPI_BYTE, (me + threads - 1) % threads, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    break;
  case REDUCE_ALL: MPI_Allreduce(from, to, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
  case PREFIX: MPI_Scan(from, to, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
  }
}

static double expected(int operation, size_t bytes, size_t i) {
  size_t words = bytes / sizeof(double), part = words / threads;
  double sum = 0;
  switch (operation) {
  case BROADCAST: return me == 0 ? -1 : word(0, i);
  case SCATTER: return i < part ? word(0, me * part + i) : -1;
  case GATHER: return me == 0 && i < part * threads ? word((int)(i / part), i % part) : -1;
  case GATHER_ALL: return i < part * threads ? word((int)(i / part), i % part) : -1;
  case EXCHANGE: return i < part * threads ? word((int)(i / part), me * part + i % part) : -1;
  case PERMUTE: return word((me + threads - 1) % threads, i);
  case REDUCE_ALL:
    for (int t = 0; t < threads; t++) sum += word(t, i);
    return sum;
  default:
    for (int t = 0; t <= me; t++) sum += word(t, i);
    return sum;
  }
}

static void measure(int operation, size_t bytes) {
  size_t room = bytes < threads * sizeof(double) ? threads * sizeof(double) : bytes;
  from = malloc(room), to = malloc(room);
  for (size_t i = 0; i < room / sizeof(double); i++) from[i] = word(me, i), to[i] = -1;
  int n = repetitions(bytes), wrong = 0;
  double total = 0, most;
  for (int r = -n / 10 - 1; r < n; r++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    run(operation, bytes);
    if (r >= 0) total += MPI_Wtime() - start;
  }
  total /= n;
  MPI_Reduce(&total, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  for (size_t i = 0; i < bytes / sizeof(double); i++) {
    double want = expected(operation, bytes, i);
    if (want >= 0 && to[i] != want) wrong++;
  }
  if (wrong) {
    fprintf(stderr, "%s of %zu bytes: %d wrong words on rank %d\n", operation_names[operation], bytes, wrong, me);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (me == 0) printf("%s %zu %.9f\n", operation_names[operation], bytes, most), fflush(stdout);
  free(from), free(to);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  int operation = argc > 2 ? operation_number(argv[1]) : -1;
  if (operation < 0) {
    if (me == 0) fprintf(stderr, "usage: collectives_mpi OPERATION BYTES..\n");
    MPI_Finalize();
    return 2;
  }
  for (int a = 2; a < argc; a++) measure(operation, strtoul(argv[a], NULL, 10));
  MPI_Finalize();
  return 0;
}
