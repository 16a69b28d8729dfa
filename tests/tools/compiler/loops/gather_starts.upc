// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory, through a pointer-to-shared.
// smp some loop: no division, one branch, no call, unrolled
#include <upc_relaxed.h>

double gather_blocks(int n, const double *v, const int *col, shared [64] double *x) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
