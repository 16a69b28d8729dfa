// SPDX-License-Identifier: BSD-3-Clause
// Members of structs in a shared array.
// smp some loop: no call, no division
// mpi some loop: no call, no division
#include <upc.h>
typedef struct { double x, y; int count[2]; } particle;
shared [512] particle a[512 * THREADS];
void f(double by, long n) {
  for (long j = 0; j < n; j++) a[j].x += by * a[j].y, a[j].count[1]++;
}
