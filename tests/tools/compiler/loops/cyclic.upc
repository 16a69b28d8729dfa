// SPDX-License-Identifier: BSD-3-Clause
// In a cyclic array the next element is found by an addition, without a division by THREADS.
// smp every loop: no call, no division
#include <upc.h>
shared int a[1000 * THREADS];
long f(long n) {
  long sum = 0;
  for (long j = 0; j < n; j++) sum += a[j];
  return sum;
}
