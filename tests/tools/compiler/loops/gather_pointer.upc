// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory, from a pointer-to-shared on, and of blocks whose size is no power of two.
// flags: -Os
// smp every loop: no call
#include <upc_relaxed.h>

shared [100] double odd[1024 * THREADS];

double gather_odd(int n, const double *v, const int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * odd[col[k]];
  return s;
}

double gather_pointer(int n, const double *v, const int *col, shared [7] double *x) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
