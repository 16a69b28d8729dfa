/* SPDX-License-Identifier: BSD-3-Clause
 * transforms_fftw.c: FFTW on MPI.
 *   transforms_fftw REPEAT EFFORT ORDER AXES N0 N1 N2 in|out [WISDOM]     (transforms.h)
 * prints the least seconds of the slowest process after a run that is not counted. in: the result takes the place of
 * the data; else it has memory of its own. The file WISDOM keeps what FFTW has measured for the next start. */
#include <fftw3-mpi.h>
#include "transforms.h"
#include "measure/slowest_mpi.h"

int main(int argc, char **argv) {
  transform_t t;
  int me, processes;
  MPI_Init(&argc, &argv);
  fftw_mpi_init();
  read_transform(&t, argc, argv);
  if (argc < 9) return fputs("in|out is missing\n", stderr), 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int in_place = strcmp(argv[8], "in") == 0;
  const char *wisdom = argc > 9 ? argv[9] : NULL;
  if (wisdom != NULL && me == 0) fftw_import_wisdom_from_filename(wisdom);
  fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD);

  const ptrdiff_t n[] = {(ptrdiff_t)t.n[0], (ptrdiff_t)t.n[1], (ptrdiff_t)t.n[2]};
  const ptrdiff_t many = t.axes == 2 ? n[2] : 1;
  ptrdiff_t planes, first, planes_out, first_out;
  const ptrdiff_t numbers = fftw_mpi_local_size_many_transposed(t.axes, n, many, FFTW_MPI_DEFAULT_BLOCK,
    FFTW_MPI_DEFAULT_BLOCK, MPI_COMM_WORLD, &planes, &first, &planes_out, &first_out);
  fftw_complex *in = allocated(fftw_alloc_complex((size_t)numbers), (size_t)numbers, sizeof *in, "the data");
  fftw_complex *out = in;
  if (!in_place)
    out = allocated(fftw_alloc_complex((size_t)numbers), (size_t)numbers, sizeof *in, "the result");
  const unsigned flags = (t.measures ? FFTW_MEASURE : FFTW_ESTIMATE) | (t.turned ? FFTW_MPI_TRANSPOSED_OUT : 0);
  fftw_plan plan = fftw_mpi_plan_many_dft(t.axes, n, many, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, in, out,
                                          MPI_COMM_WORLD, FFTW_FORWARD, flags);
  fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
  if (wisdom != NULL && me == 0) fftw_export_wisdom_to_filename(wisdom);

  const box_t before = {{(size_t)first, 0, 0}, {(size_t)planes, t.n[1], t.n[2]}, {t.n[1] * t.n[2], t.n[2], 1}};
  const box_t turned = {{0, (size_t)first_out, 0}, {t.n[0], (size_t)planes_out, t.n[2]}, {t.n[2], t.n[0] * t.n[2], 1}};
  double *seconds = allocate((size_t)t.repeat, sizeof *seconds, "the times of the runs");
  for (int i = -1; i < t.repeat; i++) {
    visit_box(&t, &before, in, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    fftw_execute(plan);
    const double took = slowest_since(start);
    if (i >= 0) seconds[i] = took;
  }
  if (!is_right(visit_box(&t, t.turned ? &turned : &before, out, 1))) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("%.6f\n", least_of(seconds, t.repeat)), fflush(stdout);
  MPI_Finalize();
  return 0;
}
