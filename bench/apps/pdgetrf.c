/* SPDX-License-Identifier: BSD-3-Clause
 * pdgetrf.c: ScaLAPACK on MPI. `mpiexec -n R*C pdgetrf R C N BLOCK REPEAT` prints, from process 0, the median seconds
 * of PA = LU after a warm-up, between barriers; A is that of apps/lu, generated again before each run. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"
#include "../../apps/common/random.h"

void pdgetrf_(const int *m, const int *n, double *a, const int *ia, const int *ja, const int *desca, int *pivots,
              int *info);

static void fill(const matrix_t *A) {
  for (int y = 0; y < A->cols; y++)
    for (int x = 0; x < A->rows; x++)
      A->data[(size_t)y * (size_t)A->lld + (size_t)x] =
          app_random_element((unsigned long long)whole_row(A, x), (unsigned long long)whole_col(A, y), 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 6) return fputs("usage: pdgetrf R C N BLOCK REPEAT\n", stderr), 2;
  const int n = atoi(argv[3]), block = atoi(argv[4]), repeat = atoi(argv[5]), first = 1;
  int me, processes, context, info = 0;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", atoi(argv[1]), atoi(argv[2]));
  matrix_t A = new_matrix(context, n, n, block);
  int *pivots = allocate((size_t)(A.rows + block), sizeof *pivots, "pivots");
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");

  for (int i = -1; i < repeat && info == 0; i++) {
    fill(&A);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdgetrf_(&n, &n, A.data, &first, &first, A.desc, pivots, &info);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0 && info != 0) fprintf(stderr, "pdgetrf: info %d\n", info);
  if (me == 0 && info == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return info != 0;
}
