// SPDX-License-Identifier: BSD-3-Clause
// A while loop that ends in its steps is a loop that counts.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
void f(shared [] int *p, int *q, long n) {
  long j = 0;
  while (j < n) {
    q[j] = 2 * p[j];
    j++;
  }
}
