/* SPDX-License-Identifier: BSD-3-Clause
 * blas.h: the routines of LAPACK and BLAS that this app calls. Some UPC compilers cannot read the complex numbers in
 * their headers. Matrices are column-major with leading dimensions ld. */
#ifndef BLAS_H
#define BLAS_H

#include <stddef.h>

void openblas_set_num_threads(int threads);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
            const double *alpha, const double *a, const int *lda, double *b, const int *ldb);
void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *beta, double *c, const int *ldc);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);

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

/* b = b l'^-1, l lower triangular n x n, b m x n. */
static inline void trsm(size_t m, size_t n, const double *l, size_t ldl, double *b, size_t ldb) {
  const int im = (int)m, in = (int)n, ildl = (int)ldl, ildb = (int)ldb;
  const double one = 1;
  dtrsm_("R", "L", "T", "N", &im, &in, &one, l, &ildl, b, &ildb);
}

/* c -= aa', c's lower triangle n x n, a n x k. */
static inline void syrk(size_t n, size_t k, const double *a, size_t lda, double *c, size_t ldc) {
  const int in = (int)n, ik = (int)k, ilda = (int)lda, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dsyrk_("L", "N", &in, &ik, &minus, a, &ilda, &one, c, &ildc);
}

/* c -= ab', c m x n, a m x k, b n x k. */
static inline void gemm(size_t m, size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                        double *c, size_t ldc) {
  const int im = (int)m, in = (int)n, ik = (int)k, ilda = (int)lda, ildb = (int)ldb, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dgemm_("N", "T", &im, &in, &ik, &minus, a, &ilda, b, &ildb, &one, c, &ildc);
}

#endif
