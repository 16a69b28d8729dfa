// SPDX-License-Identifier: BSD-3-Clause
// The same for what is written: two shared arrays, of which one moves by a constant stride.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
shared [512] int a[512 * THREADS];
shared [256] int b[256 * THREADS];
void f(long n) {
  for (long j = 0; j < n; j++) a[j] = b[j] + 3;
}
