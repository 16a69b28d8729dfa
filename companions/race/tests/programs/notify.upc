// SPDX-License-Identifier: BSD-3-Clause
// race: 10 13
// A split barrier orders what stands before its notify with what stands behind its wait, and nothing else.
#include <upc_relaxed.h>

shared int x[THREADS];

int main(void) {
  int seen = 0;
  x[MYTHREAD] = 1;
  upc_notify;
  ORDER(upc_wait);
  seen = x[(MYTHREAD + 1) % THREADS];
  UNORDERED(upc_wait);
  return seen > 1;
}
