// SPDX-License-Identifier: BSD-3-Clause
// A thread's own elements of cyclic arrays are a C array.
// smp some loop: vector, no call, no division
// mpi some loop: vector, no call, no division
#include <upc.h>
#define N (1000 * THREADS)
shared int a[N], b[N], c[N];
void f(void) {
  upc_forall (long i = 0; i < N; i++; &a[i]) a[i] = b[i] + c[i];
}
