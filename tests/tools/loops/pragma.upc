// SPDX-License-Identifier: BSD-3-Clause
// A pragma of Clang's in front of a loop over shared memory keeps its loop.
// smp every loop: no call
#include <upc_relaxed.h>

shared [64] double a[1024 * THREADS];

double sum_for(int n) {
  double s = 0;
#pragma unroll 2
  for (int k = 0; k < n; k++) s += a[k];
  return s;
}

double sum_while(int n) {
  double s = 0;
  int k = 0;
#pragma clang loop unroll(disable)
  while (k < n) {
    s += a[k];
    k++;
  }
  return s;
}
