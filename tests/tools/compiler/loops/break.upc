// SPDX-License-Identifier: BSD-3-Clause
// A break leaves the loop over the blocks too.
// smp some loop: no call, no division
// mpi some loop: no call, no division
#include <upc.h>
shared [256] int a[256 * THREADS];
long f(int wanted, long n) {
  long j;
  for (j = 0; j < n; j++)
    if (a[j] == wanted) break;
  return j;
}
