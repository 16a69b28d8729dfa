// SPDX-License-Identifier: BSD-3-Clause
// race: 15 15
// race: 16 17
// race: 17 17
// A lock that protects the counters. That two threads have made the lock in other ways orders nothing. The reads and
// the writes of a thread are both told of.
#include <upc_relaxed.h>

shared [] int count[4];

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  ORDER(upc_lock(lock));
  count[1]++;
  int seen = count[2];
  if (seen < 1000) count[2] = seen + 1;
  ORDER(upc_unlock(lock));
  upc_barrier;
  upc_all_lock_free(lock);
  return count[1] + count[2] > 2 * THREADS;
}
