// SPDX-License-Identifier: BSD-3-Clause
// What trace.sh traces. Thread 0 comes late to the broadcast, so the others wait for it; thread 1 prints how many
// microseconds. With an argument it ends by upc_global_exit.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { N = 1024 };
shared [N] int A[N * THREADS];
shared [] int from[N];
strict shared int here[THREADS];
upc_lock_t *lock;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * t.tv_sec + 1e-3 * t.tv_nsec;
}

int main(int argc, char **argv) {
  (void)argv;
  lock = upc_all_lock_alloc();
  upc_barrier;
  here[MYTHREAD] = 1;
  if (MYTHREAD == 0) {
    for (int t = 0; t < THREADS; t++)
      while (!here[t]) {}
    usleep(100000);
  }
  double began = now();
  for (int i = 0; i < 3; i++) {
    upc_stride_broadcast(A<:>, (shared const void *)from, N * sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (i == 0 && MYTHREAD == 1) printf("%.0f\n", now() - began);
  }
  upc_stride_handle_t h =
      upc_stride_broadcast_nb(A<:>, (shared const void *)from, N * sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_stride_wait(&h);
  upc_lock(lock); // the first thread keeps it for a while
  usleep(2000);
  upc_unlock(lock);
  upc_notify;
  upc_wait;
  if (argc > 1 && MYTHREAD == 1) upc_global_exit(3);
  upc_barrier;
  return MYTHREAD == 1 ? 7 : 0;
}
