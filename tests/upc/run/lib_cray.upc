// SPDX-License-Identifier: BSD-3-Clause
// Programs for Cray's compiler name its header first, and have clocks, copies and locks from it.
#include <upc_cray.h>
#include "../check.h"

shared int numbers[THREADS];

int main(void) {
  upc_tick_t before = upc_ticks_now();
  upc_lock_t *lock = upc_all_lock_alloc();
  shared int *sum = upc_all_alloc(1, sizeof(int));
  int mine = MYTHREAD + 1, got = 0, next = (MYTHREAD + 1) % THREADS;
  upc_memput_nbi(&numbers[next], &mine, sizeof mine);
  upc_synci();
  upc_barrier;
  upc_sync(upc_memget_nb(&got, &numbers[next], sizeof got));
  CHECK_EQ(got, mine);
  upc_lock(lock);
  *sum += mine;
  upc_unlock(lock);
  upc_barrier;
  CHECK_EQ(*sum, THREADS * (THREADS + 1) / 2);
  CHECK(upc_ticks_to_ns(upc_ticks_now() - before) > 0);
  upc_all_free(sum);
  upc_all_lock_free(lock);
  return done();
}
