// SPDX-License-Identifier: BSD-3-Clause
// A pragma of the program says otherwise.
// smp every loop: one branch, not unrolled
#include <upc_relaxed.h>

shared [64] double blocks[1024 * THREADS];

double gather_blocks(int n, const double *v, const int *col) {
  double s = 0;
#pragma nounroll
  for (int k = 0; k < n; k++) s += v[k] * blocks[col[k]];
  return s;
}
