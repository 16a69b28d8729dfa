/* SPDX-License-Identifier: BSD-3-Clause
 * pdgemm.c: ScaLAPACK on MPI. `mpiexec -n R*C pdgemm R C M N P BLOCK REPEAT` prints, from process 0, the median
 * seconds of C = A B after a warm-up, between barriers. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"

void pdgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
             const double *a, const int *ia, const int *ja, const int *desca, const double *b, const int *ib,
             const int *jb, const int *descb, const double *beta, double *c, const int *ic, const int *jc,
             const int *descc);

static matrix_t filled(int context, int rows, int cols, int block) {
  matrix_t x = new_matrix(context, rows, cols, block);
  const size_t n = (size_t)x.lld * (size_t)x.cols;
  for (size_t i = 0; i < n; i++) x.data[i] = (double)(i * 7919 % 2003) / 1001.5 - 1;
  return x;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 8) return fputs("usage: pdgemm R C M N P BLOCK REPEAT\n", stderr), 2;
  const int m = atoi(argv[3]), n = atoi(argv[4]), p = atoi(argv[5]), block = atoi(argv[6]), repeat = atoi(argv[7]);
  const double one = 1, zero = 0;
  const int first = 1;
  int me, processes, context;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", atoi(argv[1]), atoi(argv[2]));
  matrix_t A = filled(context, m, p, block), B = filled(context, p, n, block), C = filled(context, m, n, block);
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");

  for (int i = -1; i < repeat; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdgemm_("N", "N", &m, &n, &p, &one, A.data, &first, &first, A.desc, B.data, &first, &first, B.desc, &zero, C.data,
            &first, &first, C.desc);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
