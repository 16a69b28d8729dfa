// SPDX-License-Identifier: BSD-3-Clause
// An array with an indefinite block is a C array: its pointer is made once, before the loop.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
void f(shared [] int *p, int *q, long n) {
  for (long j = 0; j < n; j++) q[j] = p[j] + 3;
}
