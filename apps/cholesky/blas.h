/* SPDX-License-Identifier: BSD-3-Clause
 * blas.h: LAPACK and BLAS as this app calls them, without their headers, whose complex numbers not every UPC compiler
 * reads. Matrices are column-major, ld elements from column to column. */
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
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc);

/* a = u'u, a n x n: u takes a's upper triangle. 0, or the order of the leading minor that is not positive. */
static inline size_t potrf(size_t n, double *a, size_t lda) {
  const int in = (int)n, ilda = (int)lda;
  int order = 0;
  dpotrf_("U", &in, a, &ilda, &order);
  return (size_t)order;
}

/* b = u'^-1 b, u upper triangular m x m, b m x n. */
static inline void trsm(size_t m, size_t n, const double *u, size_t ldu, double *b, size_t ldb) {
  const int im = (int)m, in = (int)n, ildu = (int)ldu, ildb = (int)ldb;
  const double one = 1;
  dtrsm_("L", "U", "T", "N", &im, &in, &one, u, &ildu, b, &ildb);
}

/* c -= a'a, c's upper triangle n x n, a k x n. */
static inline void syrk(size_t n, size_t k, const double *a, size_t lda, double *c, size_t ldc) {
  const int in = (int)n, ik = (int)k, ilda = (int)lda, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dsyrk_("U", "T", &in, &ik, &minus, a, &ilda, &one, c, &ildc);
}

/* c -= a'b, c m x n, a k x m, b k x n. */
static inline void gemm(size_t m, size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                        double *c, size_t ldc) {
  const int im = (int)m, in = (int)n, ik = (int)k, ilda = (int)lda, ildb = (int)ldb, ildc = (int)ldc;
  const double minus = -1, one = 1;
  dgemm_("T", "N", &im, &in, &ik, &minus, a, &ilda, b, &ildb, &one, c, &ildc);
}

#endif
