/* SPDX-License-Identifier: BSD-3-Clause
 * blas.h: the routines of LAPACK and BLAS that this app calls. Some UPC compilers cannot read the complex numbers in
 * their headers. Matrices are column-major with leading dimensions ld. */
#ifndef BLAS_H
#define BLAS_H

#include <stddef.h>

void openblas_set_num_threads(int threads);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
            const double *alpha, const double *a, const int *lda, double *b, const int *ldb);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy);
void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *a, const int *lda,
            double *x, const int *incx);
int idamax_(const int *n, const double *x, const int *incx);

/* The first of the n > 0 numbers with the largest absolute value. */
static inline size_t largest(size_t n, const double *x) {
  const int in = (int)n, step = 1;
  return (size_t)(idamax_(&in, x, &step) - 1);
}

/* a = lu with swapped rows, m x n; pivots[n] count from 1. Returns LAPACK's info. */
static inline size_t getrf(size_t m, size_t n, double *a, size_t lda, int *pivots) {
  const int im = (int)m, in = (int)n, ilda = (int)lda;
  int info = 0;
  dgetrf_(&im, &in, a, &ilda, pivots, &info);
  return (size_t)info;
}

/* b = l^-1 b, l lower triangular m x m with ones on the diagonal, b m x n. */
static inline void trsm(size_t m, size_t n, const double *l, size_t ldl, double *b, size_t ldb) {
  const int im = (int)m, in = (int)n, ildl = (int)ldl, ildb = (int)ldb;
  const double one = 1;
  dtrsm_("L", "L", "N", "U", &im, &in, &one, l, &ildl, b, &ildb);
}

/* c -= ab, c m x n, a m x k, b k x n. */
static inline void gemm(size_t m, size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                        double *c, size_t ldc) {
  const int im = (int)m, in = (int)n, ik = (int)k, ilda = (int)lda, ildb = (int)ldb, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dgemm_("N", "N", &im, &in, &ik, &minus, a, &ilda, b, &ildb, &one, c, &ildc);
}

/* y -= ax, a m x n. */
static inline void gemv(size_t m, size_t n, const double *a, size_t lda, const double *x, double *y) {
  const int im = (int)m, in = (int)n, ilda = (int)lda, step = 1;
  const double minus = -1, one = 1;
  if (m > 0) dgemv_("N", &im, &in, &minus, a, &ilda, x, &step, &one, y, &step);
}

/* x = a^-1 x, a n x n: the lower triangle with ones on the diagonal ("L", "U"), or the upper one ("U", "N"). */
static inline void trsv(const char *uplo, const char *diag, size_t n, const double *a, size_t lda, double *x) {
  const int in = (int)n, ilda = (int)lda, step = 1;
  dtrsv_(uplo, "N", diag, &in, a, &ilda, x, &step);
}

#endif
