/* SPDX-License-Identifier: BSD-3-Clause
 * fftw_mpi.c: FFTW's MPI transform. `mpiexec -n P fftw_mpi NX NY NZ REPEAT in|out natural|transposed effort` prints,
 * from process 0, the median seconds of a forward transform of complex numbers after a warm-up, between barriers. The
 * result lies as the data do, or, transposed, with NX and NY having changed places: one exchange less. */
#include <fftw3-mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  fftw_mpi_init();
  if (argc != 8) {
    fputs("usage: fftw_mpi NX NY NZ REPEAT in|out natural|transposed estimate|measure|patient\n", stderr);
    return 2;
  }
  const int repeat = atoi(argv[4]);
  const ptrdiff_t nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  const unsigned effort = *argv[7] == 'e' ? FFTW_ESTIMATE : *argv[7] == 'p' ? FFTW_PATIENT : FFTW_MEASURE;
  const unsigned order = *argv[6] == 't' ? FFTW_MPI_TRANSPOSED_OUT : 0;
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  ptrdiff_t mine, first, mine_out, first_out;
  int me;

  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const ptrdiff_t numbers = fftw_mpi_local_size_3d_transposed(nx, ny, nz, MPI_COMM_WORLD, &mine, &first, &mine_out,
                                                              &first_out);
  const size_t bytes = (size_t)numbers * sizeof(fftw_complex);
  fftw_complex *in = allocated(fftw_malloc(bytes), bytes, 1, "the data"), *out = in;
  if (strcmp(argv[5], "in") != 0) out = allocated(fftw_malloc(bytes), bytes, 1, "the result");
  fftw_plan plan = fftw_mpi_plan_dft_3d(nx, ny, nz, in, out, MPI_COMM_WORLD, FFTW_FORWARD, effort | order);
  memset(out, 0, bytes);
  for (int i = -1; i < repeat; i++) {
    for (ptrdiff_t k = 0; k < mine * ny * nz; k++) in[k][0] = (double)(k * 7919 % 2003) / 1001.5 - 1, in[k][1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    fftw_execute(plan);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
