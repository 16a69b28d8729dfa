/* SPDX-License-Identifier: BSD-3-Clause
 * ft_mpi.c: NAS FT in C with MPI by hand. `mpiexec -n P ft_mpi CLASS REPEAT` prints, from process 0, the median seconds
 * of a run of the slowest process, its data and the first transform included, after a warm-up. A process has planes of
 * z, in which it transforms x and y, and rows of y, in which it transforms z. MPI_Alltoall takes one to the other. */
#include "ft.h"
#include "measure/slowest_mpi.h"

static int me, processes;
static size_t zs, ys;                         /* planes and rows of a process */
static number *planes, *sent, *rows, *spectrum;   /* [zs][ny][nx]; [process][zs][ys][nx]; twice [nz][ys][nx] */
static number parts[NPB_MOST_ITERATIONS];     /* of the sums */

/* The pieces for, or from, the processes: `sent` from `planes`, or back. */
static void copy_pieces(int way) {
  for (size_t p = 0; p < (size_t)processes; p++)
    for (size_t z = 0; z < zs; z++) {
      number *plane = planes + z * ny * nx + p * ys * nx, *piece = sent + (p * zs + z) * ys * nx;
      memcpy(way == FORTH ? piece : plane, way == FORTH ? plane : piece, ys * nx * sizeof *piece);
    }
}

static void exchange(const number *from, number *to) {
  const int count = (int)(zs * ys * nx * 2);
  MPI_Alltoall(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void run(number *lines) {
  const size_t first_z = (size_t)me * zs, first_y = (size_t)me * ys;
  for (size_t z = 0; z < zs; z++) {
    random_plane(planes + z * ny * nx, first_z + z);
    transform_plane(planes + z * ny * nx, FORTH);
  }
  copy_pieces(FORTH);
  exchange(sent, rows);
  for (size_t y = 0; y < ys; y++) transform_z(rows + y * nx, spectrum + y * nx, ys * nx, FORTH, first_y + y, lines);
  for (int i = 0; i < class->iterations; i++) {
    for (size_t y = 0; y < ys; y++) transform_z(spectrum + y * nx, rows + y * nx, ys * nx, BACK, first_y + y, lines);
    exchange(rows, sent);
    copy_pieces(BACK);
    parts[i] = 0;
    for (size_t z = 0; z < zs; z++) {
      transform_plane(planes + z * ny * nx, BACK);
      parts[i] += sum_of_plane(planes + z * ny * nx, first_z + z);
    }
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (argc != 3 || !begin(*argv[1]) || nz % (size_t)processes || ny % (size_t)processes) {
    fputs("usage: ft_mpi S|W|A|B|C REPEAT; the processes divide the planes and rows evenly\n", stderr);
    return 2;
  }
  const int repeat = atoi(argv[2]);
  double *seconds = allocate((size_t)repeat, sizeof *seconds, "times");
  number *lines = lines_in_z();
  zs = nz / (size_t)processes, ys = ny / (size_t)processes;
  planes = numbers(zs * ny * nx), sent = numbers(zs * ny * nx);
  rows = numbers(nz * ys * nx), spectrum = numbers(nz * ys * nx);
  for (int r = -1; r < repeat; r++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    run(lines);
    const double slowest = slowest_since(start);
    if (r >= 0) seconds[r] = slowest;
  }
  MPI_Reduce(parts, sums, 2 * class->iterations, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  const int status = me == 0 ? report(seconds, repeat) : 0;
  MPI_Finalize();
  return status;
}
