// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2
#include <upc_relaxed.h>
enum { N = 40 };
shared long C[N * THREADS];
long row(int k, int w) {
  long s = 0;
  for (int j = 0; j < w; j++) s += C[(k + j) % (N * THREADS)];
  return s;
}
long successor(long k) { return k + 1; }
double fabs_of(int k) { return C[k] < 0 ? -C[k] : C[k]; }
