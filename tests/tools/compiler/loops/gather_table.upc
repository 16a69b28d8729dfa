// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory: where the cache has room for a table, an address takes neither a division nor a
// branch, for any THREADS and any size of blocks, and the loop is unrolled.
// smp some loop: no division, one branch, no call, unrolled
#include <upc_relaxed.h>

shared [100] double odd[1024 * THREADS];

double gather_odd(int n, const double *v, const int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * odd[col[k]];
  return s;
}
