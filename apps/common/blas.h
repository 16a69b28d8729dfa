/* SPDX-License-Identifier: BSD-3-Clause
 * blas.h: the routines of BLAS and LAPACK that applications call, with sizes as numbers. Some UPC compilers cannot read
 * the complex numbers in their headers. Matrices are column-major with leading dimensions ld. Any BLAS will do. */
#ifndef BLAS_H
#define BLAS_H

#include <stddef.h>

/* BLAS computes with one thread from now on, if it is OpenBLAS. */
void blas_one_thread(void);

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b, const int *ldb, int *info);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *beta, double *c, const int *ldc);
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
            const double *alpha, const double *a, const int *lda, double *b, const int *ldb);
void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *a, const int *lda,
            double *x, const int *incx);
int idamax_(const int *n, const double *x, const int *incx);

/* c = alpha a op(b) + beta c, c m x n, a m x k; op(b) is b, or for "T" its transpose. */
static inline void gemm(const char *transb, size_t m, size_t n, size_t k, double alpha, const double *a, size_t lda,
                        const double *b, size_t ldb, double beta, double *c, size_t ldc) {
  const int im = (int)m, in = (int)n, ik = (int)k, ilda = (int)lda, ildb = (int)ldb, ildc = (int)ldc;
  dgemm_("N", transb, &im, &in, &ik, &alpha, a, &ilda, b, &ildb, &beta, c, &ildc);
}

/* y -= ax, a m x n. */
static inline void gemv(size_t m, size_t n, const double *a, size_t lda, const double *x, double *y) {
  const int im = (int)m, in = (int)n, ilda = (int)lda, step = 1;
  const double minus = -1, one = 1;
  if (m > 0) dgemv_("N", &im, &in, &minus, a, &ilda, x, &step, &one, y, &step);
}

/* a = lu with swapped rows, m x n; pivots[n] count from 1. Returns LAPACK's info. */
static inline size_t getrf(size_t m, size_t n, double *a, size_t lda, int *pivots) {
  const int im = (int)m, in = (int)n, ilda = (int)lda;
  int info = 0;
  dgetrf_(&im, &in, a, &ilda, pivots, &info);
  return (size_t)info;
}

/* a = ll', a n x n: l replaces a's lower triangle. Returns 0, or the order of the first leading minor that is not
 * positive or not a number. LAPACK's own dpotrf reports a NaN, OpenBLAS's does not. */
static inline size_t potrf(size_t n, double *a, size_t lda) {
  const int in = (int)n, ilda = (int)lda;
  int order = 0;
  size_t i = 0;
  dpotrf_("L", &in, a, &ilda, &order);
  if (order > 0) return (size_t)order;
  while (i < n && a[i * lda + i] == a[i * lda + i]) i++;
  return i < n ? i + 1 : 0;
}

/* c -= aa', c's lower triangle n x n, a n x k. */
static inline void syrk(size_t n, size_t k, const double *a, size_t lda, double *c, size_t ldc) {
  const int in = (int)n, ik = (int)k, ilda = (int)lda, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dsyrk_("L", "N", &in, &ik, &minus, a, &ilda, &one, c, &ildc);
}

/* b = op(l)^-1 b, or for side "R" b op(l)^-1, l lower triangular, b m x n; diag "U": with ones on the diagonal. */
static inline void trsm(const char *side, const char *trans, const char *diag, size_t m, size_t n, const double *l,
                        size_t ldl, double *b, size_t ldb) {
  const int im = (int)m, in = (int)n, ildl = (int)ldl, ildb = (int)ldb;
  const double one = 1;
  dtrsm_(side, "L", trans, diag, &im, &in, &one, l, &ildl, b, &ildb);
}

/* The same, faster. `columns` 0: b = l^-1 b with ones on the diagonal of l; 1: b = b l'^-1. Recursive: dtrsm solves for
 * 32 rows or columns at a time at most, and dgemm updates the others, since dgemm is up to four times as fast. */
static inline void trsm_in_parts(int columns, size_t m, size_t n, const double *l, size_t ldl, double *b,
                                 size_t ldb) {
  const size_t order = columns ? n : m, h = order / 16 * 8, rest = order - h; /* h: about half */
  double *const below = b + (columns ? h * ldb : h);
  if (order <= 32) {
    trsm(columns ? "R" : "L", columns ? "T" : "N", columns ? "N" : "U", m, n, l, ldl, b, ldb);
    return;
  }
  trsm_in_parts(columns, columns ? m : h, columns ? h : n, l, ldl, b, ldb);
  if (columns) gemm("T", m, rest, h, -1, b, ldb, l + h, ldl, 1, below, ldb);
  else gemm("N", rest, n, h, -1, l + h, ldl, b, ldb, 1, below, ldb);
  trsm_in_parts(columns, columns ? m : rest, columns ? rest : n, l + h * ldl + h, ldl, below, ldb);
}

/* x = a^-1 x, a n x n: the lower triangle with ones on the diagonal ("L", "U"), or the upper one ("U", "N"). */
static inline void trsv(const char *uplo, const char *diag, size_t n, const double *a, size_t lda, double *x) {
  const int in = (int)n, ilda = (int)lda, step = 1;
  dtrsv_(uplo, "N", diag, &in, a, &ilda, x, &step);
}

/* The first of the n > 0 numbers with the largest absolute value. */
static inline size_t iamax(size_t n, const double *x) {
  const int in = (int)n, step = 1;
  return (size_t)(idamax_(&in, x, &step) - 1);
}

#endif
