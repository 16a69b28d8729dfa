/* SPDX-License-Identifier: BSD-3-Clause
 * Loaded before the libraries (LD_PRELOAD). It adds FAULT to one number of each result of dgemm, dsyrk
 * and FFTW. It lets malloc and posix_memalign fail for LARGEST_MALLOC bytes and more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

static double fault(void) {
  const char *text = getenv("FAULT");
  return text != NULL ? atof(text) : 0;
}

void *__libc_malloc(size_t bytes);

static int is_too_large(size_t bytes) {
  const char *text = getenv("LARGEST_MALLOC");
  return text != NULL && bytes >= strtoul(text, NULL, 10);
}

void *malloc(size_t bytes) { return is_too_large(bytes) ? NULL : __libc_malloc(bytes); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  int (*real)(void **, size_t, size_t) = dlsym(RTLD_NEXT, "posix_memalign");
  return is_too_large(bytes) ? ENOMEM : real(block, alignment, bytes);
}

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc) {
  void (*real)(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
               const int *, const double *, const int *, const double *, double *, const int *) =
      dlsym(RTLD_NEXT, "dgemm_");
  real(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  c[0] += fault();
}

void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *beta, double *c, const int *ldc) {
  void (*real)(const char *, const char *, const int *, const int *, const double *, const double *, const int *,
               const double *, double *, const int *) = dlsym(RTLD_NEXT, "dsyrk_");
  real(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
  c[0] += fault();
}

void fftw_execute_dft(const void *plan, double (*in)[2], double (*out)[2]) {
  void (*real)(const void *, double (*)[2], double (*)[2]) = dlsym(RTLD_NEXT, "fftw_execute_dft");
  real(plan, in, out);
  out[0][1] += fault();
}
