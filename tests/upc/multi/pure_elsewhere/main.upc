// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2
// Loops that call functions of another file: `pure` does not say that they read no shared elements ahead.
#include <upc_relaxed.h>
#include "../../check.h"

enum { N = 40 };
shared long A[N * THREADS];
extern shared long C[N * THREADS];
long row(int k, int w) __attribute__((pure));
long successor(long k) __attribute__((const));
double fabs_of(int k) __attribute__((pure));

int main(void) {
  int n = N * THREADS, k;
  unsigned long s = 0, want = 0; // they may wrap
  long *c = malloc((size_t)n * sizeof *c);
  for (k = 0; k < n; k++) {
    c[k] = 3 * k % 17;
    if (k % THREADS == MYTHREAD) A[k] = k, C[k] = c[k];
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    for (k = 0; k < n; k++) s = 3 * s + A[k] + row(k, 3);
    for (k = 0; k < n; k++) want = 3 * want + k + c[k] + c[(k + 1) % n] + c[(k + 2) % n];
    CHECK_EQ(s, want);
    for (k = 0; k < n; k++) { C[k] += k; s = 3 * s + row(k, 3); }
    for (k = 0; k < n; k++) { c[k] += k; want = 3 * want + c[k] + c[(k + 1) % n] + c[(k + 2) % n]; }
    CHECK_EQ(s, want);
    for (k = 0; k < n; k++) s = 3 * s + A[successor(k) % n];
    for (k = 0; k < n; k++) want = 3 * want + (k + 1) % n;
    CHECK_EQ(s, want);
    for (k = 0; k < n; k++) s += A[k] * (long)fabs_of(k);
    for (k = 0; k < n; k++) want += k * c[k];
    CHECK_EQ(s, want);
  }
  return done();
}
