// SPDX-License-Identifier: BSD-3-Clause
// A sum of elements whose subscripts are read from memory is unrolled, though each address takes many instructions.
// smp some loop: unrolled
#include <upc_relaxed.h>

shared [64] double blocks[1024 * THREADS];

double gather_blocks(int n, const double *v, const int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * blocks[col[k]];
  return s;
}
