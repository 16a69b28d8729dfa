#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# matmul links with a BLAS that has dgemm and nothing else, and multiplies by it.
. "$(dirname "$0")/../common.sh"
cat >dgemm.c <<'C'
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc) {
  for (int j = 0; j < *n; j++)
    for (int i = 0; i < *m; i++) {
      double sum = 0, *at = &c[j * *ldc + i];
      for (int l = 0; l < *k; l++) sum += a[l * *lda + i] * b[j * *ldb + l];
      *at = *alpha * sum + (*beta == 0 ? 0 : *beta * *at);
    }
  (void)transa, (void)transb; /* both are N */
}
C
# shellcheck disable=SC2046 # words
"$UPCC" $(BLAS=$dir/dgemm.c "$top/apps/parts" matmul) -o matmul || die 'does not link'
"$UPCRUN" -n 2 ./matmul 30 20 40 --block 8 --check >out 2>&1 || die "$(cat out)"
same "$(grep -o 'PASS$' out)" PASS
