/* SPDX-License-Identifier: BSD-3-Clause
 * pdgemm.c: ScaLAPACK on MPI. `mpiexec -n R*C pdgemm R C M N P BLOCK REPEAT` prints, from process 0, the median
 * seconds of C = A B after a warm-up, between barriers. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_pinfo(int *me, int *processes);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int cols);
void Cblacs_gridinfo(int context, int *rows, int *cols, int *myrow, int *mycol);
int numroc_(const int *n, const int *nb, const int *me, const int *first, const int *processes);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *row, const int *col,
               const int *context, const int *lld, int *info);
void pdgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
             const double *a, const int *ia, const int *ja, const int *desca, const double *b, const int *ib,
             const int *jb, const int *descb, const double *beta, double *c, const int *ic, const int *jc, const int *descc);

static int ascending(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

typedef struct {
  double *data;
  int desc[9];
} matrix_t;

static matrix_t matrix(int context, int rows, int cols, int block) {
  matrix_t x;
  int R, C, r, c, zero = 0, info;
  Cblacs_gridinfo(context, &R, &C, &r, &c);
  const int mine = numroc_(&rows, &block, &r, &zero, &R), across = numroc_(&cols, &block, &c, &zero, &C);
  const int lld = mine > 1 ? mine : 1;
  const size_t n = (size_t)lld * (size_t)(across > 1 ? across : 1);
  x.data = malloc(n * sizeof *x.data);
  for (size_t i = 0; i < n; i++) x.data[i] = (double)(i * 7919 % 2003) / 1001.5 - 1;
  descinit_(x.desc, &rows, &cols, &block, &block, &zero, &zero, &context, &lld, &info);
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
  matrix_t A = matrix(context, m, p, block), B = matrix(context, p, n, block), C = matrix(context, m, n, block);
  double *times = malloc((size_t)repeat * sizeof *times);

  for (int i = -1; i < repeat; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pdgemm_("N", "N", &m, &n, &p, &one, A.data, &first, &first, A.desc, B.data, &first, &first, B.desc, &zero, C.data,
            &first, &first, C.desc);
    MPI_Barrier(MPI_COMM_WORLD);
    if (i >= 0) times[i] = MPI_Wtime() - start;
  }
  qsort(times, (size_t)repeat, sizeof *times, ascending);
  if (me == 0) printf("%.6f\n", (times[(repeat - 1) / 2] + times[repeat / 2]) / 2);
  MPI_Finalize();
  return 0;
}
