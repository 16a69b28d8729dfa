// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory, of blocks whose size is no power of two: no branch if THREADS is known.
// flags: -Os -T 4
// smp every loop: one branch, no call
#include <upc_relaxed.h>

shared [100] struct { double a, b, c; } odd[1024 * THREADS];

double gather_odd(int n, const double *v, const int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * odd[col[k]].c;
  return s;
}
