/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 makes no update itself. Of those to its memory, near threads make theirs by address, and it applies those of
 * far threads, at the same time. None is lost. */
#include "../upc/check.h"
#include <upc_stride_coll.h>

enum { UPDATES = 3000, ROUNDS = 10 };
shared [] unsigned long sum;
shared [] double total;

int main(void) {
  unsigned long one = 1;
  int i;
  if (MYTHREAD == 0) sum = 0, total = 0;
  upc_barrier;
  for (int round = 0; round < ROUNDS; round++) {
    for (i = 0; i < UPDATES && MYTHREAD > 0; i++) upc_stride_update(&sum, UPC_ADD, UPC_ULONG, &one);
    upc_stride_update_fence();
    for (i = 0; i < UPDATES && MYTHREAD > 0; i++) {
      double value = 1;
      upc_stride_update(&total, UPC_ADD, UPC_DOUBLE, &value);
    }
    upc_stride_update_fence();
    CHECK_EQ(sum, (unsigned long)(round + 1) * UPDATES * (THREADS - 1));
    CHECK_EQ(total, (round + 1.0) * UPDATES * (THREADS - 1));
    upc_barrier;
  }
  return done();
}
