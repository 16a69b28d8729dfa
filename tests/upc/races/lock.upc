// SPDX-License-Identifier: BSD-3-Clause
// race: 12 12
// A lock that protects the counter. That two threads have made the lock in other ways orders nothing.
#include <upc_relaxed.h>

shared [] int count[4];

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  ORDER(upc_lock(lock));
  count[1]++;
  ORDER(upc_unlock(lock));
  upc_barrier;
  upc_all_lock_free(lock);
  return count[1] > THREADS;
}
