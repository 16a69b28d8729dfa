/* SPDX-License-Identifier: BSD-3-Clause
 * pdpotrf.c: ScaLAPACK on MPI. `mpiexec -n R*C pdpotrf R C N BLOCK REPEAT L|U` prints, from process 0, the median
 * seconds of A = LL' or U'U after a warm-up, between barriers; A is generated again before each run. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"

void pdpotrf_(const char *uplo, const int *n, double *a, const int *ia, const int *ja, const int *desca, int *info);

/* Symmetric, with a diagonal that makes it positive definite. */
static void fill(const matrix_t *A, int n) {
  for (int y = 0; y < A->cols; y++)
    for (int x = 0; x < A->rows; x++) {
      const size_t i = (size_t)whole_row(A, x);
      const size_t j = (size_t)whole_col(A, y);
      A->data[(size_t)y * (size_t)A->lld + (size_t)x] =
          i == j ? 2.0 * n : (double)((i + j) * 7919 % 2003) / 1001.5 - 1 + (double)(i * j % 7) * 1e-3;
    }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 7) return fputs("usage: pdpotrf R C N BLOCK REPEAT L|U\n", stderr), 2;
  const int n = atoi(argv[3]), block = atoi(argv[4]), repeat = atoi(argv[5]), first = 1;
  int me, processes, context, info = 0;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", atoi(argv[1]), atoi(argv[2]));
  matrix_t A = new_matrix(context, n, n, block);
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");

  for (int i = -1; i < repeat && info == 0; i++) {
    fill(&A, n);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdpotrf_(argv[6], &n, A.data, &first, &first, A.desc, &info);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0 && info != 0) fprintf(stderr, "pdpotrf: info %d\n", info);
  if (me == 0 && info == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return info != 0;
}
