/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 11 of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": dense Cholesky factorization,
 * A = U'U, on a checkerboard of TX x TY threads. The top row of blocks is factored and solved. Its blocks go along rows
 * and columns of threads. Every thread subtracts their products from its blocks of the rest.
 *
 *   upcc figure11.upc -lopenblas -o figure11 && upcrun -n 4 ./figure11
 *   upcc -DTX=3 -DTY=2 -DM=300 figure11.upc -lopenblas -o figure11 && upcrun -n 6 ./figure11
 *
 * The differences from the printed figure:
 *  - The grid is named: #pragma processors, and (grid) after the layouts.
 *  - ti and tj step by B. Line 13's brace closes.
 *  - The update is of the upper triangle only, and of A[i+myrow*B][j+mycol*B]; dgemm subtracts. i and j count rows and
 *    columns in multiples of the grid. They begin at the multiple that contains k+B; blocks before k+B are skipped.
 *  - dpotrf, dtrsm and dgemm have LAPACK's and BLAS's own signatures; dgemm transposes: A[i][j] -= A[k][i]' A[k][j].
 *    Their sizes are those of a block, smaller at the edges.
 *  - Blocks beyond the edges are skipped, by broadcasts and by products.
 *  - The program stops if the grid does not have THREADS processors.
 *  - The data and the check at the end are added.
 * flags: -lopenblas
 */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#ifndef M
#define M 150
#endif
#ifndef B
#define B 16
#endif
#ifndef TX
#define TX (THREADS % 2 == 0 ? 2 : 1)
#endif
#ifndef TY
#define TY (THREADS / TX)
#endif
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define SIDE(i) MIN(B, M-(i))            /* of the block that begins at i */

extern void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
extern void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
                   const double *alpha, const double *a, const int *lda, double *b, const int *ldb);
extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                   const double *beta, double *c, const int *ldc);
extern void openblas_set_num_threads(int threads);

#pragma processors grid(TX, TY)
shared [B][B] (grid) double A[M][M];
shared [B][B] (grid) double scratchA[TX*B][TY*B];
shared [B][B] (grid) double scratchB[TX*B][TY*B];
shared int wrong[THREADS];

/* Blocks are row-major, with B elements from row to row. BLAS is column-major and sees them transposed. */
static const int ld = B;
static const double one = 1, minus = -1;

/* a = u'u, u in the upper triangle. */
static void dpotrf(double *a, int n) {
  int info;
  dpotrf_("L", &n, a, &ld, &info);
  if (info != 0 && wrong[MYTHREAD]++ == 0) printf("info %d\n", info);
}

/* x = u'^-1 x, u m x m, x m x n. */
static void dtrsm(double *x, const double *u, int m, int n) {
  dtrsm_("R", "L", "T", "N", &n, &m, &one, u, &ld, x, &ld);
}

/* c -= a' b, a p x m, b p x n. */
static void dgemm(double *c, const double *a, const double *b, int m, int n, int p) {
  dgemm_("N", "T", &n, &m, &p, &minus, b, &ld, a, &ld, &one, c, &ld);
}

static void factor(void) {
  int i, j, k, ti, tj;
  int myrow = MYTHREAD/TY; int mycol = MYTHREAD%TY;

  for(k=0; k<M; k+=B) {
    /* dense cholesky on upper left block */
    if(upc_threadof(&A[k][k]) == MYTHREAD)
      dpotrf((double*) &A[k][k], SIDE(k));

    /* triangular solve across top row of matrix */
    int proc_row = upc_threadof(&A[k][k])/TY;
    upc_stride_broadcast(scratchA<proc_row, :>, &A[k][k], sizeof(double)*B*B, 0);
    for(j=k+B; j<M; j+=B) {
      if(upc_threadof(&A[k][j]) == MYTHREAD)
        dtrsm((double*) &A[k][j], (double*) &scratchA[myrow*B][mycol*B], SIDE(k), SIDE(j));
    }

    /* update (outer product on upper triangular part) */
    for(i=(k+B)/(TX*B)*(TX*B); i<M; i+=TX*B) {
      for(ti=i; ti<MIN(M, i+(TX*B)); ti+=B)
        if(ti > k)
          upc_stride_broadcast(scratchA<(ti/B)%TX, :>, &A[k][ti], sizeof(double)*B*B, 0);
      for(j=i/(TY*B)*(TY*B); j<M; j+=TY*B) {
        for(tj=j; tj<MIN(M, j+(TY*B)); tj+=B)
          if(tj > k)
            upc_stride_broadcast(scratchB<:, (tj/B)%TY>, &A[k][tj], sizeof(double)*B*B, 0);
        if(i+myrow*B > k && j+mycol*B >= i+myrow*B && j+mycol*B < M)
          dgemm((double*) &A[i+myrow*B][j+mycol*B], (double*) &scratchA[myrow*B][mycol*B],
                (double*) &scratchB[myrow*B][mycol*B], SIDE(i+myrow*B), SIDE(j+mycol*B), SIDE(k));
      }
    }
  }
}

/* A matrix whose U is known: U[i][j] = 1 + (i + 2j) % 3 above the diagonal, 10 on it. So the elements of A are whole
 * numbers. */
static double u_value(int i, int j) { return i > j ? 0 : i == j ? 10 : 1 + (i + 2 * j) % 3; }

static void initialise(void) {
  int i, j, l;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < M; j++; &A[i][j]) {
      double sum = 0;
      for (l = 0; l <= MIN(i, j); l++) sum += u_value(l, i) * u_value(l, j);
      A[i][j] = sum;
    }
}

/* Every thread checks the elements it owns. */
static void check(void) {
  int i, j;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < M; j++; &A[i][j])
      if (j >= i) {
        double error = A[i][j] - u_value(i, j);
        if (!(error < 1e-6 && error > -1e-6) && wrong[MYTHREAD]++ < 3)
          printf("U[%d][%d]: expected %g, got %g\n", i, j, u_value(i, j), A[i][j]);
      }
}

int main(void) {
  int t, sum = 0;
  if (!upc_stride_mapped(A)) {
    if (MYTHREAD == 0) fprintf(stderr, "figure11: run it on TX*TY = %d threads\n", TX * TY);
    return 2;
  }
  openblas_set_num_threads(1);
  initialise();
  upc_barrier;
  factor();
  upc_barrier;
  check();
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
