// SPDX-License-Identifier: BSD-3-Clause
// Subscripts that are read from memory, through a pointer-to-shared: where it leads to the first element of its object,
// the loop with the table adds no number of elements to a subscript, and a row of a matrix asks for no table.
// smp some loop: no division, one branch, no call, one addition, unrolled
#include <upc_relaxed.h>

double gather_blocks(int n, const double *v, const int *col, shared [64] double *x) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
