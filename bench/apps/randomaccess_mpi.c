/* SPDX-License-Identifier: BSD-3-Clause
 * randomaccess_mpi.c: HPC Challenge's RandomAccess in MPI, by hand. `randomaccess_mpi LOG2 REPEAT` prints the median
 * seconds of 4 * 2^LOG2 updates of 2^LOG2 words, after a warm-up. A process makes 1024 numbers at a time, which is as
 * many as the benchmark allows, sorts them by their owners, and sends them by MPI_Alltoallv. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"

enum { BATCH = 1024 };
static uint64_t next(uint64_t r) { return r << 1 ^ ((int64_t)r < 0 ? 7 : 0); }

static int me, processes, *counts, *starts, *in_counts, *in_starts;

static int *ints(void) { return allocate((size_t)processes, sizeof(int), "counts"); }

/* Numbers of a batch -> their owners; returns how many came in. */
static int exchange(const uint64_t *batch, int made, uint64_t mask, uint64_t *out, uint64_t *in) {
  memset(counts, 0, (size_t)processes * sizeof *counts);
  for (int i = 0; i < made; i++) counts[(batch[i] & mask) % (unsigned)processes]++;
  for (int p = 0, at = 0; p < processes; at += counts[p++]) starts[p] = at;
  for (int i = 0; i < made; i++) out[starts[(batch[i] & mask) % (unsigned)processes]++] = batch[i];
  for (int p = 0; p < processes; p++) starts[p] -= counts[p];
  MPI_Alltoall(counts, 1, MPI_INT, in_counts, 1, MPI_INT, MPI_COMM_WORLD);
  int come = 0;
  for (int p = 0; p < processes; p++) in_starts[p] = come, come += in_counts[p];
  MPI_Alltoallv(out, counts, starts, MPI_UINT64_T, in, in_counts, in_starts, MPI_UINT64_T, MPI_COMM_WORLD);
  return come;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) return fputs("usage: randomaccess_mpi LOG2 REPEAT\n", stderr), 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int repeat = atoi(argv[2]);
  const uint64_t words = (uint64_t)1 << atoi(argv[1]), mask = words - 1, updates = 4 * words / (unsigned)processes;
  uint64_t *table = allocate((size_t)(words / (unsigned)processes + 1), sizeof *table, "the table");
  uint64_t *batch = allocate(BATCH, sizeof *batch, "a batch"), *out = allocate(BATCH, sizeof *out, "a batch");
  uint64_t *in = allocate((size_t)processes * BATCH, sizeof *in, "a batch");
  double *times = allocate((size_t)repeat, sizeof *times, "times");
  counts = ints(), starts = ints(), in_counts = ints(), in_starts = ints();

  for (int r = -1; r < repeat; r++) {
    uint64_t number = (uint64_t)(me + 1) * 0x9e3779b97f4a7c15u; /* another place of the sequence in each process */
    for (uint64_t i = 0; i < words / (unsigned)processes; i++) table[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (uint64_t done = 0; done < updates; done += BATCH) {
      for (int i = 0; i < BATCH; i++, number = next(number)) batch[i] = number;
      const int come = exchange(batch, BATCH, mask, out, in);
      for (int i = 0; i < come; i++) table[(in[i] & mask) / (unsigned)processes] ^= in[i];
    }
    const double seconds = slowest_since(start);
    if (r >= 0) times[r] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
