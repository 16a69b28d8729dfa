/* SPDX-License-Identifier: BSD-3-Clause
 * pdgemr2d.c: ScaLAPACK on MPI. `mpiexec -n R*C pdgemr2d R C N FROM TO REPEAT` prints, from process 0, the median
 * seconds of A = B[1:N, 1:N] after a warm-up, between barriers. A is N x N in blocks of TO, B is 2N x 2N in blocks of
 * FROM; 0 is one block for each process. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"

void Cpdgemr2d(int m, int n, double *a, int ia, int ja, int *desca, double *b, int ib, int jb, int *descb, int context);

static matrix_t matrix(int context, int n, int block, int processes) {
  return new_matrix(context, n, n, block > 0 ? block : (n + processes - 1) / processes);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 7) return fputs("usage: pdgemr2d R C N FROM TO REPEAT\n", stderr), 2;
  const int n = atoi(argv[3]), repeat = atoi(argv[6]);
  int me, processes, context;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", atoi(argv[1]), atoi(argv[2]));
  matrix_t A = matrix(context, n, atoi(argv[5]), processes), B = matrix(context, 2 * n, atoi(argv[4]), processes);
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  for (size_t i = 0; i < (size_t)B.lld * (size_t)B.cols; i++) B.data[i] = (double)i;
  for (size_t i = 0; i < (size_t)A.lld * (size_t)A.cols; i++) A.data[i] = -1;

  for (int i = -1; i < repeat; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    Cpdgemr2d(n, n, B.data, 1, 1, B.desc, A.data, 1, 1, A.desc, context);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
