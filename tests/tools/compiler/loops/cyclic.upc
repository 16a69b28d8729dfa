// SPDX-License-Identifier: BSD-3-Clause
// In a cyclic array the next element leaves its block each time: its address comes from a table, without a division by
// THREADS, or by products where the cache has no room for the table.
// smp some loop: no call, no division, table
// smp every loop: no call
#include <upc.h>
shared int a[1000 * THREADS];
long f(long n) {
  long sum = 0;
  for (long j = 0; j < n; j++) sum += a[j];
  return sum;
}
