// SPDX-License-Identifier: BSD-3-Clause
// A thread's own blocks, each a C array.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
#define N (1000 * THREADS)
shared [100] int a[N], b[N];
void f(void) {
  upc_forall (long i = 0; i < N; i++; &a[i]) a[i] = 5 * b[i];
}
