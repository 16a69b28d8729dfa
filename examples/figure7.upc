/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 7 of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": dense matrix multiplication
 * (SUMMA) on a checkerboard of Tx x Ty threads. A block of A goes along each row of threads, and a block of B along
 * each column. Every thread multiplies the two into its block of C.
 *
 *   upcc figure7.upc -lopenblas -o figure7 && upcrun -n 4 ./figure7
 *   upcc -DTx=3 -DTy=2 -DM=300 figure7.upc -lopenblas -o figure7 && upcrun -n 6 ./figure7
 *
 * The differences from the printed figure:
 *  - The grid is named: #pragma processors, and (grid) after the layouts. An empty interval is also written `:`.
 *  - mycol is MYTHREAD%Ty.
 *  - C's block is [i+myrow*b][j+mycol*b].
 *  - dgemm has BLAS's own signature; p, m and n are the size of a block, smaller at the edges.
 *  - Blocks beyond the edges are skipped: by a whole row of threads, by a whole column, and by the multiplication.
 *  - The program stops if the grid does not have THREADS processors.
 *  - The declarations, the data and the check at the end are added.
 * flags: -lopenblas
 */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#ifndef M
#define M 200
#endif
#ifndef N
#define N 130
#endif
#ifndef P
#define P 170
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef Tx
#define Tx (THREADS % 2 == 0 ? 2 : 1)
#endif
#ifndef Ty
#define Ty (THREADS / Tx)
#endif
#define b BLOCK
#define MIN(x, y) ((x) < (y) ? (x) : (y))

extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *bb, const int *ldb,
                   const double *beta, double *c, const int *ldc);
extern void openblas_set_num_threads(int threads);

#pragma processors grid(Tx, Ty)
shared [b][b] (grid) double A[M][P], B[P][N], C[M][N];
shared [b][b] (grid) double scratchA[b*Tx][b*Ty], scratchB[b*Tx][b*Ty];
shared int wrong[THREADS];

/* C += A * B for row-major blocks of b x b. BLAS is column-major and sees them transposed. */
static void dgemm(double *c, double *a, double *bb, int m, int n, int p) {
  double one = 1;
  int ld = b;
  dgemm_("N", "N", &n, &m, &p, &one, bb, &ld, a, &ld, &one, c, &ld);
}

static void multiply(void) {
  int i, j, k;
  int myrow=MYTHREAD/Ty; int mycol=MYTHREAD%Ty;
  for(k=0; k<P; k+=b) {
    for(i=0; i<M; i+=Tx*b) {
      if(i+myrow*b < M)
        upc_stride_broadcast(scratchA<myrow,>, &A[i+myrow*b][k], sizeof(double)*b*b, 0);
      for(j=0; j<N; j+=Ty*b) {
        if(j+mycol*b < N)
          upc_stride_broadcast(scratchB<:,mycol>, &B[k][j+mycol*b], sizeof(double)*b*b, 0);
        /* matmult*/
        if(i+myrow*b < M && j+mycol*b < N)
          dgemm((double*) &C[i+myrow*b][j+mycol*b],
                (double*) &scratchA[myrow*b][mycol*b],
                (double*) &scratchB[myrow*b][mycol*b],
                MIN(b, M-i-myrow*b), MIN(b, N-j-mycol*b), MIN(b, P-k));
      }
    }
  }
}

/* Small integers, so that sums are exact. */
static double a_value(int i, int k) { return (i * 7 + k * 3) % 13 - 6; }
static double b_value(int k, int j) { return (j * 5 + k * 11) % 17 - 8; }

static void initialise(void) {
  int i, j;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < P; j++; &A[i][j]) A[i][j] = a_value(i, j);
  for (i = 0; i < P; i++)
    upc_forall (j = 0; j < N; j++; &B[i][j]) B[i][j] = b_value(i, j);
}

/* Every thread checks the elements it owns. */
static void check(void) {
  int i, j, k;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < N; j++; &C[i][j]) {
      double sum = 0;
      for (k = 0; k < P; k++) sum += a_value(i, k) * b_value(k, j);
      if (C[i][j] != sum && wrong[MYTHREAD]++ < 3) printf("C[%d][%d]: expected %g, got %g\n", i, j, sum, C[i][j]);
    }
}

int main(void) {
  int t, sum = 0;
  if (!upc_stride_mapped(C)) {
    if (MYTHREAD == 0) fprintf(stderr, "figure7: run it on Tx*Ty = %d threads\n", Tx * Ty);
    return 2;
  }
  openblas_set_num_threads(1);
  initialise();
  upc_barrier;
  multiply();
  upc_barrier;
  check();
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
