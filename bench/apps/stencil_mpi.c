/* SPDX-License-Identifier: BSD-3-Clause
 * stencil_mpi.c: the stencil of apps/stencil in MPI, by hand. `stencil_mpi N RADIUS STEPS STEPS_PER_HALO REPEAT
 * [padded]` prints the median seconds of the steps, after a warm-up; radius 1 or 2. Each process has consecutive rows,
 * so halos are contiguous and nothing is packed. Halos are sent and received without blocking. With several steps per
 * halo, the halo is as many times as wide and rows of it are computed again. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"
#include "stencil.h"

static int me, processes, radius, halo;
static long n, rows, first;
static row_t row;

static void exchange(double *u) {
  const int above = me > 0 ? me - 1 : MPI_PROC_NULL, below = me + 1 < processes ? me + 1 : MPI_PROC_NULL;
  const int count = (int)(halo * row.pitch);
  MPI_Request requests[4];
  MPI_Status statuses[4];
  MPI_Irecv(u, count, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (halo + rows) * row.pitch, count, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(u + rows * row.pitch, count, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(u + halo * row.pitch, count, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, statuses);
}

/* One step for the rows and `beside` more on each side, none beyond the ends of the domain. */
static void step(double *to, const double *from, long beside) {
  const long from_row = first - beside > 0 ? -beside : -first;
  const long to_row = first + rows + beside < n ? rows + beside : n - first;
  stencil_step(to, from, row.pitch, radius, halo + from_row, halo + to_row, row.before, row.before + n);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 6 && argc != 7)
    return fputs("usage: stencil_mpi N RADIUS STEPS STEPS_PER_HALO REPEAT [padded]\n", stderr), 2;
  const int steps = atoi(argv[3]), each = atoi(argv[4]), repeat = atoi(argv[5]);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  n = atol(argv[1]), radius = atoi(argv[2]), halo = radius * each;
  first = n * me / processes, rows = n * (me + 1) / processes - first, row = row_of(n, radius, argc == 7);
  if (rows < halo) return fputs("stencil_mpi: fewer rows than the halo is wide\n", stderr), 2;
  double *u[2], *times = allocate((size_t)repeat, sizeof *times, "times");
  allocate_rows(u, rows + 2 * halo, row, argc == 7);

  for (int r = -1; r < repeat; r++) {
    for (int b = 0; b < 2; b++)
      for (long i = 0; i < rows + 2 * halo; i++)
        for (long j = 0; j < row.pitch; j++) {
          const int inside = i >= halo && i < halo + rows && j >= row.before && j < row.before + n;
          u[b][i * row.pitch + j] = inside ? (double)(((first + i - halo) * 7919 + j) % 2003) / 1001.5 - 1 : 0;
        }
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int s = 0; s < steps; s += each) {
      const int count = steps - s < each ? steps - s : each;
      exchange(u[s % 2]);
      for (int i = 0; i < count; i++) step(u[(s + i + 1) % 2], u[(s + i) % 2], (long)(count - 1 - i) * radius);
    }
    const double seconds = slowest_since(start);
    if (r >= 0) times[r] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
