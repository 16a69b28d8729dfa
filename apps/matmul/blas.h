/* SPDX-License-Identifier: BSD-3-Clause
 * blas.h: the routines of OpenBLAS that this app calls. Some UPC compilers cannot read the complex numbers in its
 * headers. */
#ifndef BLAS_H
#define BLAS_H

#include <stddef.h>

void openblas_set_num_threads(int threads);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);

/* c = a b + beta c, column-major: a m x k, b k x n, c m x n, with leading dimensions lda, ldb and ldc. */
static inline void dgemm(size_t m, size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                         double beta, double *c, size_t ldc) {
  const int im = (int)m, in = (int)n, ik = (int)k, ilda = (int)lda, ildb = (int)ldb, ildc = (int)ldc;
  const double one = 1;
  dgemm_("N", "N", &im, &in, &ik, &one, a, &ilda, b, &ildb, &beta, c, &ildc);
}

#endif
