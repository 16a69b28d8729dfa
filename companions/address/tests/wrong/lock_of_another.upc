// SPDX-License-Identifier: BSD-3-Clause
// locks: a lock that is unlocked by a thread that does not hold it
// told by: run check bounds address race
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

int main(int argc, char **argv) {
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 0) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == argc) upc_unlock(lock);
  upc_barrier;
  upc_all_lock_free(lock);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
