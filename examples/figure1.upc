/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 1 of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": parallel matrix multiplication
 * in plain UPC on tiled arrays, C = A * transpose(Bt). Each thread fetches the blocks it needs.
 *
 *   upcc figure1.upc -lopenblas -o figure1 && upcrun -n 4 ./figure1
 *   upcc -DM=300 -DBLOCK=7 figure1.upc -lopenblas -o figure1 && upcrun -n 4 ./figure1
 *
 * The differences from the printed figure:
 *  - B was both the matrix and the block size. Here the matrix is Bt, since it is read transposed; B is the block size.
 *  - The inner affinity is &C[ii][jj], not &A[ii][jj]: the block of C is cast to a private pointer. A has P columns,
 *    not N, so its block (ii, jj) may belong to another thread, or not exist.
 *  - n, m and p, which the figure does not compute, are the size of a block, smaller at the edges.
 *  - BLAS has its real name, dgemm_.
 *  - The declarations, the data and the check at the end are added.
 * flags: -lopenblas
 */
#include <stdio.h>
#include <upc_relaxed.h>

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
#define B BLOCK
#define MIN(x, y) ((x) < (y) ? (x) : (y))

extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                   const double *beta, double *c, const int *ldc);
extern void openblas_set_num_threads(int threads);

shared [B][B] double A[M][P], Bt[N][P], C[M][N];
shared int wrong[THREADS];

/* Small integers, so that sums are exact. */
static double a(int i, int k) { return (i * 7 + k * 3) % 13 - 6; }
static double bt(int j, int k) { return (j * 5 + k * 11) % 17 - 8; }

static void initialise(void) {
  int i, j;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < P; j++; &A[i][j]) A[i][j] = a(i, j);
  for (i = 0; i < N; i++)
    upc_forall (j = 0; j < P; j++; &Bt[i][j]) Bt[i][j] = bt(i, j);
}

static void multiply(void) {
  int kk, m, n, p, ld = B;
  double alpha = 1, beta = 1;
  for (kk=0; kk<P; kk+=B) {
    double a_local[B*B], b_local[B*B];
    upc_forall (int ii=0; ii<M; ii+=B; continue)
      upc_forall (int jj=0; jj<N; jj+=B; &C[ii][jj]) {
        m = MIN(B, M-ii); n = MIN(B, N-jj); p = MIN(B, P-kk);
        upc_memget (a_local, &A[ii][kk], sizeof(double)*B*B);
        upc_memget (b_local, &Bt[jj][kk], sizeof(double)*B*B);
        dgemm_ ("T", "N", &n, &m, &p, &alpha, b_local, &ld,
                a_local, &ld, &beta, (void *)&C[ii][jj], &ld);
      }
  }
}

/* Every thread checks the elements it owns. */
static void check(void) {
  int i, j, k;
  for (i = 0; i < M; i++)
    upc_forall (j = 0; j < N; j++; &C[i][j]) {
      double sum = 0;
      for (k = 0; k < P; k++) sum += a(i, k) * bt(j, k);
      if (C[i][j] != sum && wrong[MYTHREAD]++ < 3) printf("C[%d][%d]: expected %g, got %g\n", i, j, sum, C[i][j]);
    }
}

int main(void) {
  int t, sum = 0;
  openblas_set_num_threads(1);
  initialise();
  upc_barrier;
  multiply();
  check();
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
