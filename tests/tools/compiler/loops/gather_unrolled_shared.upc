// SPDX-License-Identifier: BSD-3-Clause
// The same from a pointer-to-shared on, where the factors and the subscripts are shared too.
// smp some loop: unrolled
#include <upc_relaxed.h>

double gather_shared(int n, shared [] const double *v, shared [] const int *col, shared [16] const double *x) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
