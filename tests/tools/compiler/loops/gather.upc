// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory: the address of each element is computed without a branch, for any THREADS, if
// the size of a block is a power of two.
// flags: -Os
// smp every loop: one branch, no call
#include <upc_relaxed.h>

shared double ones[1024 * THREADS];
shared [64] double blocks[1024 * THREADS];

double gather_ones(int n, const double *v, const int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * ones[col[k]];
  return s;
}

double gather_blocks(int n, const double *v, const long *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * blocks[col[k]];
  return s;
}

double gather_while(int n, const double *v, const int *col) {
  double s = 0;
  while (n-- > 0) s += v[n] * ones[col[n]];
  return s;
}
