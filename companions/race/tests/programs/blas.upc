// SPDX-License-Identifier: BSD-3-Clause
// race: 24 27
// race: 25 28
// says: by dgemm_
// flags: -lopenblas
// Calls of BLAS and LAPACK read and write what their arguments say: a lower triangle, and not the other one.
#include <upc_relaxed.h>

#define N 8
shared [N * N] double A[THREADS][N * N];
shared [N * N] double C[THREADS][N * N];
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);
void dpotrf_(const char *, const int *, double *, const int *, int *);

int main(void) {
  const int n = N, half = N / 2;
  const double one = 1;
  int info = 0, next = (MYTHREAD + 1) % THREADS;
  double seen = 0, *mine = (double *)A[MYTHREAD], *c = (double *)C[MYTHREAD];
  for (int i = 0; i < N * N; i++) c[i] = mine[i] = i % (N + 1) == 0;
  upc_barrier;
  // columns 4 to 7 have rows 0 to 3 of a product
  if (MYTHREAD == 0) dgemm_("N", "N", &half, &half, &n, &one, mine, &n, mine, &n, &one, c + N * half, &n);
  dpotrf_("L", &n, c, &n, &info);
  ORDER(upc_barrier);
  seen += C[next][N * 4];
  seen += C[next][N * 3 + 4];
  seen += A[next][N * 4];
  return seen > 1e9;
}
