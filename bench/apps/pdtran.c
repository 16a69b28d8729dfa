/* SPDX-License-Identifier: BSD-3-Clause
 * pdtran.c: ScaLAPACK's B = A^T + B on MPI, as in PTRANS of HPC Challenge. `mpiexec -n R*C pdtran R C N BLOCK REPEAT`
 * prints, from process 0, the median seconds after a warm-up, between barriers. Both matrices are N x N. Every element
 * of the last result is checked: B is set again before each run. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"

void pdtran_(const int *m, const int *n, const double *alpha, const double *a, const int *ia, const int *ja,
             const int *desca, const double *beta, double *c, const int *ic, const int *jc, const int *descc);

static double a_at(double i, double j) { return 3 * i - j; }
static double b_at(double i, double j) { return i + 2 * j; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 6) return fputs("usage: pdtran R C N BLOCK REPEAT\n", stderr), 2;
  const int n = atoi(argv[3]), block = atoi(argv[4]), repeat = atoi(argv[5]), first = 1;
  const double one = 1;
  int me, processes, context, wrong = 0, all = 0;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", atoi(argv[1]), atoi(argv[2]));
  matrix_t A = new_matrix(context, n, n, block), B = new_matrix(context, n, n, block);
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
#define EACH_ELEMENT(M, statement)                                                                  \
  for (int l = 0; l < (M).cols; l++)                                                                \
    for (int k = 0; k < (M).rows; k++) {                                                            \
      const double i = whole_index(k, block, (M).grid[0], (M).myrow);                               \
      const double j = whole_index(l, block, (M).grid[1], (M).mycol);                               \
      double *const e = &(M).data[(size_t)l * (size_t)(M).lld + (size_t)k];                         \
      statement;                                                                                    \
    }
  EACH_ELEMENT(A, *e = a_at(i, j))

  for (int r = -1; r < repeat; r++) {
    EACH_ELEMENT(B, *e = b_at(i, j))
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdtran_(&n, &n, &one, A.data, &first, &first, A.desc, &one, B.data, &first, &first, B.desc);
    const double seconds = slowest_since(start);
    if (r >= 0) times[r] = seconds;
  }
  EACH_ELEMENT(B, wrong += *e != a_at(j, i) + b_at(i, j))
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (all > 0) return fprintf(stderr, "pdtran: %d elements are wrong\n", all), 1;
  if (me == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return 0;
}
