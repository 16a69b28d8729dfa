/* SPDX-License-Identifier: BSD-3-Clause
 * isx_mpi.c: the integer sort of apps/isx in MPI, by hand: keys by bucket, MPI_Alltoall of the sizes, MPI_Alltoallv
 * of the keys, and counts. `isx_mpi N RANGE REPEAT`, N keys on each process, prints the median seconds, after a warm-
 * up. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../apps/isx/keys.h"
#include "measure/median.h"
#include "measure/slowest_mpi.h"

static int me, processes, *sizes, *starts, *in_sizes, *in_starts;
static size_t n, width, capacity;
static uint32_t *keys, *sent, *received, *counts;

static void sort(void) {
  const isx_divisor_t divisor = isx_divisor(width);
  int come = 0;
  memset(sizes, 0, (size_t)processes * sizeof *sizes);
  for (size_t i = 0; i < n; i++) sizes[isx_bucket(divisor, keys[i])]++;
  for (int p = 0, at = 0; p < processes; at += sizes[p++]) starts[p] = at;
  for (size_t i = 0; i < n; i++) sent[starts[isx_bucket(divisor, keys[i])]++] = keys[i];
  for (int p = 0; p < processes; p++) starts[p] -= sizes[p];
  MPI_Alltoall(sizes, 1, MPI_INT, in_sizes, 1, MPI_INT, MPI_COMM_WORLD);
  for (int p = 0; p < processes; p++) in_starts[p] = come, come += in_sizes[p];
  MPI_Alltoallv(sent, sizes, starts, MPI_UINT32_T, received, in_sizes, in_starts, MPI_UINT32_T, MPI_COMM_WORLD);
  memset(counts, 0, width * sizeof *counts);
  for (int i = 0; i < come; i++) counts[received[i] - (size_t)me * width]++;
}

static int *ints(void) { return allocate((size_t)processes, sizeof(int), "sizes"); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4 || strtoul(argv[2], NULL, 10) > (size_t)1 << ISX_KEY_BITS)
    return fputs("usage: isx_mpi N RANGE REPEAT, with a range of 2^31 at most\n", stderr), 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const size_t range = strtoul(argv[2], NULL, 10);
  const int repeat = atoi(argv[3]);
  n = strtoul(argv[1], NULL, 10), width = (range + (size_t)processes - 1) / (size_t)processes, capacity = 2 * n + 1000;
  keys = allocate(n, sizeof *keys, "keys"), sent = allocate(n, sizeof *sent, "keys");
  received = allocate(capacity, sizeof *received, "keys"), counts = allocate(width, sizeof *counts, "counts");
  sizes = ints(), starts = ints(), in_sizes = ints(), in_starts = ints();
  double *times = allocate((size_t)repeat, sizeof *times, "times");
  for (size_t i = 0; i < n; i++) keys[i] = isx_key_of((size_t)me, i, range);

  for (int r = -1; r < repeat; r++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    sort();
    const double seconds = slowest_since(start);
    if (r >= 0) times[r] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
