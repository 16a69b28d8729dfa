// SPDX-License-Identifier: BSD-3-Clause
// With this runtime a split-phase call makes progress while a thread that it needs waits in a barrier or for a lock.
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

enum { LENGTH = 1000000 };

int main(void) {
  size_t shape[] = {THREADS, LENGTH}, block[] = {1, LENGTH}, at[] = {0, 0}, mine[] = {MYTHREAD, 0};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, 1, 0, NULL),
      B = upc_stride_all_alloc(2, shape, block, 1, 0, NULL);
  upc_lock_t *lock = upc_all_lock_alloc();
  char *from = (char *)upc_stride_at(A, mine), *to = (char *)upc_stride_at(B, mine);
  for (int round = 1; round <= 20; round++) {
    for (int i = 0; i < LENGTH; i += 999) from[i] = (char)(round + i / 999), to[i] = -1;
    upc_barrier;
    int last = MYTHREAD == THREADS - 1; /* it holds the lock until its call is complete; the others wait for the lock */
    if (last) upc_lock(lock);
    upc_barrier;
    upc_stride_handle_t h = upc_stride_broadcast_nb(UPC_SECTION(B, UPC_STRIDE_ALL), upc_stride_at(A, at), LENGTH,
                                                    UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (round % 2) {
      if (!last) upc_lock(lock);
      else upc_stride_wait(&h);
      upc_unlock(lock);
    } else {
      if (last) upc_stride_wait(&h), upc_unlock(lock);
      upc_barrier;
    }
    upc_stride_wait(&h);
    for (int i = 0; i < LENGTH; i += 999)
      if (to[i] != (char)(round + i / 999)) {
        printf("round %d, thread %d, byte %d: expected %d, got %d\n", round, MYTHREAD, i, (char)(round + i / 999),
               to[i]);
        upc_global_exit(1);
      }
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
