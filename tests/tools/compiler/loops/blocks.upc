// SPDX-License-Identifier: BSD-3-Clause
// In an array with large blocks the inner loop runs to the end of a block through a C pointer.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
shared [256] int a[256 * 40 * THREADS];
void f(int *q, long n) {
  for (long j = 0; j < n; j++) q[j] = a[j] + 3;
}
