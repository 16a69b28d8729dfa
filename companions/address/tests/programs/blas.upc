// SPDX-License-Identifier: BSD-3-Clause
// A product by BLAS into a block that is a column too small: the call is told of, with what it writes.
#include <upc.h>

enum { N = 8 };
shared [N * N] double A[THREADS][N * N];
shared [N * (N - 1)] double C[THREADS][N * (N - 1)];
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);

int main(int argc, char **argv) {
  const int n = N, columns = N - argc % 2;
  const double one = 1, none = 0;
  double *a = (double *)A[MYTHREAD], *c = (double *)C[MYTHREAD];
  dgemm_("N", "N", &n, &columns, &n, &one, a, &n, a, &n, &none, c, &n);
  upc_barrier;
  return 0;
}
