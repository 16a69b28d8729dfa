/* SPDX-License-Identifier: BSD-3-Clause
 * matrices_scalapack.c: ScaLAPACK's pdgemm, pdposv and pdgesv, of any ScaLAPACK.
 *   matrices_scalapack REPEAT KIND SIZE.. BLOCK ROWS COLUMNS     (matrices.h)
 * prints the least seconds of the slowest process after a call that is not counted. Matrices lie in blocks of BLOCK x
 * BLOCK on a grid of ROWS x COLUMNS processes; BLOCK 0: one block on each. */
#include "matrices_mpi.h"
#include "measure/scalapack.h"

void pdgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
             const double *a, const int *ia, const int *ja, const int *desca, const double *b, const int *ib,
             const int *jb, const int *descb, const double *beta, double *c, const int *ic, const int *jc,
             const int *descc);
void pdposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *ia, const int *ja,
             const int *desca, double *b, const int *ib, const int *jb, const int *descb, int *info);
void pdgesv_(const int *n, const int *nrhs, double *a, const int *ia, const int *ja, const int *desca, int *pivots,
             double *b, const int *ib, const int *jb, const int *descb, int *info);

static void fill(const problem_t *p, matrix_t *W, int which) {
  for (int j = 0; j < W->cols; j++)
    for (int i = 0; i < W->rows; i++)
      W->data[(size_t)j * (size_t)W->lld + (size_t)i] =
        element(p, which, (size_t)whole_row(W, i), (size_t)whole_col(W, j));
}

static void times(void *result, double *y, const double *x) {
  const matrix_t *W = result;
  for (int j = 0; j < W->cols; j++)
    for (int i = 0; i < W->rows; i++)
      y[whole_row(W, i)] += W->data[(size_t)j * (size_t)W->lld + (size_t)i] * x[whole_col(W, j)];
}

static matrix_t matrix(int context, size_t rows, size_t columns, int block, int grid_rows, int grid_columns) {
  const int m = (int)rows, n = (int)columns;
  return new_matrix_of_blocks(context, m, n, block > 0 ? block : (m + grid_rows - 1) / grid_rows,
                              block > 0 ? block : (n + grid_columns - 1) / grid_columns);
}

int main(int argc, char **argv) {
  problem_t p;
  MPI_Init(&argc, &argv);
  const int next = read_problem(&p, argc, argv), first = 1;
  if (argc != next + 3) return fputs("BLOCK ROWS COLUMNS is missing\n", stderr), 2;
  const int block = atoi(argv[next]), rows = atoi(argv[next + 1]), columns = atoi(argv[next + 2]);
  const int m = (int)p.m, n = (int)p.n, k = (int)p.k;
  const double one = 1, zero = 0;
  int me, processes, context;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, columns);
  matrix_t A = matrix(context, p.m, p.k, block, rows, columns), B = matrix(context, p.k, p.n, block, rows, columns);
  matrix_t C = p.is_product ? matrix(context, p.m, p.n, block, rows, columns) : B;
  double *seconds = allocate((size_t)p.repeat, sizeof *seconds, "the times of the runs");
  int *pivots = allocate((size_t)(A.rows + A.block[0] + 1), sizeof *pivots, "pivots");
  for (int i = -1; i < p.repeat; i++) {
    int info = 0;
    if (i < 0 || !p.is_product) fill(&p, &A, MATRIX_A), fill(&p, &B, MATRIX_B);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    if (p.is_product)
      pdgemm_("N", "N", &m, &n, &k, &one, A.data, &first, &first, A.desc, B.data, &first, &first, B.desc, &zero,
              C.data, &first, &first, C.desc);
    else if (p.is_symmetric)
      pdposv_("L", &m, &n, A.data, &first, &first, A.desc, B.data, &first, &first, B.desc, &info);
    else
      pdgesv_(&m, &n, A.data, &first, &first, A.desc, pivots, B.data, &first, &first, B.desc, &info);
    const double took = slowest_since(start);
    if (info != 0) return fprintf(stderr, "info %d\n", info), 1;
    if (i >= 0) seconds[i] = took;
  }
  report_result(&p, &C, times, seconds);
  MPI_Finalize();
  return 0;
}
