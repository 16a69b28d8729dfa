// SPDX-License-Identifier: BSD-3-Clause
// A pragma of Clang's in front of a loop over shared memory keeps its loop. Hints for an upc_forall, which
// becomes several loops, are dropped.
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

void set_forall(int n) {
#pragma clang loop unroll(disable)
  upc_forall (int k = 0; k < n; k++; &a[k]) a[k] = k;
#pragma unroll 2
#pragma clang loop vectorize(disable)
  upc_forall (int k = 0; k < n; k++; k) a[k] = k;
#pragma unroll 2
  upc_forall (int k = 0; k < n; k++; continue) a[k] += k;
}
