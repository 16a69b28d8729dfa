// SPDX-License-Identifier: BSD-3-Clause
// Iterations given out by number: a thread visits its own, and asks of none whose it is.
// smp some loop: vector, no call, no division
#include <upc.h>
void f(int *q, long n) {
  upc_forall (long i = 0; i < n; i++; i * THREADS / n) q[i] = q[i] * 3 + 1;
}
