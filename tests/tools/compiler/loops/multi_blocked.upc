// SPDX-License-Identifier: BSD-3-Clause
// An element of a multi-blocked array, by subscripts that are not known before: the sizes of the blocks and the number
// of threads are constants, so nothing is divided.
// flags: -T 4
// smp every loop: no call, no division
#include <upc.h>
shared [4][64] double M[256][256];
double f(const int *row, const int *column, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += M[row[k]][column[k]];
  return sum;
}
