// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory, from a pointer-to-shared on: where the cache has room for the object's table,
// an address takes neither a division nor a branch, for any THREADS and any size of blocks, and the loop is unrolled.
// smp some loop: no division, one branch, no call, unrolled
#include <upc_relaxed.h>

double gather_odd(int n, const double *v, const int *col, shared [100] const double *x) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
