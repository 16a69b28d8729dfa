// SPDX-License-Identifier: BSD-3-Clause
// Barriers and collective calls in upc_forall, which threads reach as often as they have iterations.
// expect: 9: 'upc_barrier' in upc_forall: each thread has iterations of its own
// expect: 10: 'upc_all_alloc' in upc_forall: each thread has iterations of its own
#include <upc.h>
shared int a[10*THREADS];
int main(void) {
  upc_forall (int i = 0; i < 10; i++; &a[i]) {
    upc_barrier;
    upc_all_alloc(THREADS, 1);
  }
  upc_forall (int i = 0; i < 10*THREADS; i++; &a[i]) upc_barrier;
  upc_forall (int i = 0; i < 10; i++; continue) upc_barrier;
  for (int i = 0; i < 10; i++) upc_barrier;
}
