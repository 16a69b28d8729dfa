// SPDX-License-Identifier: BSD-3-Clause
// A pointer-to-shared that a loop moves by 0 elements: a function for any stride, called for the stride 0.
// flags: -O2
#include "../check.h"

enum { BLOCK = 4, ALL = 6 * BLOCK };
shared [BLOCK] double A[ALL * THREADS], B[ALL * THREADS], C[ALL * THREADS];
shared double D[ALL * THREADS];

static double sum(shared [BLOCK] double *p, long n, long stride) {
  double s = 0;
  for (long i = 0; i < n; i++, p += stride) s += *p;
  return s;
}

static double cyclic(shared double *p, long n, long stride) {
  double s = 0;
  for (long i = 0; i < n; i++, p += stride) s += *p;
  return s;
}

/* Three pointers: one call finds where they lead. */
static double products(shared [BLOCK] double *a, shared [BLOCK] double *b, shared [BLOCK] double *c, long n,
                       long stride) {
  double s = 0;
  for (long i = 0; i < n; i++, a += stride, b++, c += 3) s += *a * *b + *c;
  return s;
}

int main(void) {
  for (int i = MYTHREAD; i < ALL * THREADS; i += THREADS) A[i] = D[i] = i + 1, B[i] = 2, C[i] = 1;
  upc_barrier;
  const long n = 4 * BLOCK, last = ALL * THREADS - 1;
  CHECK_EQ(sum(&A[1], n, 0), 2 * n);
  CHECK_EQ(sum(&A[last], n, 0), (last + 1) * n);
  CHECK_EQ(sum(A, n, 1), n * (n + 1) / 2);
  CHECK_EQ(sum(&A[n], n, -1), n * (n + 3) / 2);
  CHECK_EQ(cyclic(&D[last], n, 0), (last + 1) * n);
  CHECK_EQ(products(&A[2], B, C, 2 * BLOCK - 1, 0), 7 * (2 * BLOCK - 1));
  CHECK_EQ(products(A, B, C, 2 * BLOCK - 1, 0), 3 * (2 * BLOCK - 1));
  upc_barrier;
  return done();
}
