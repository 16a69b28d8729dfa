// SPDX-License-Identifier: BSD-3-Clause
// race: 24 35
// race: 26 37
// Locks and the two halves of a barrier are fences for relaxed atomic operations.
#include <upc_relaxed.h>
#include <bupc_extensions.h>

shared int locked, notified;
shared double first, second;

static void give(shared int *flag) { bupc_atomicI_set_relaxed(flag, 1); }

static void await(shared int *flag) {
  while (!bupc_atomicI_read_relaxed(flag)) {}
}

int main(void) {
  upc_lock_t *of_0 = upc_all_lock_alloc(), *of_1 = upc_all_lock_alloc();
  upc_lock_t *lock = MYTHREAD == 0 ? of_0 : of_1; // which orders nothing else
  double seen = 0;
  upc_barrier;
  if (MYTHREAD == 0) {
    upc_lock(lock);
    first = 2.5;
    ORDER(upc_unlock(lock)); give(&locked);
    second = 2.5;
    UNORDERED(give(&notified));
  }
  upc_notify;
  if (MYTHREAD == 0) ORDER(give(&notified));
  if (MYTHREAD == 1) {
    await(&locked);
    ORDER(upc_lock(lock));
    ORDER(upc_unlock(lock));
    seen = first;
    await(&notified); ORDER(upc_fence);
    seen += second;
  }
  upc_wait;
  return seen > 10;
}
