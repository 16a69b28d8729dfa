// SPDX-License-Identifier: BSD-3-Clause
// locks: two threads that each wait for the lock of the other
// told by: run check bounds address race
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

int main(int argc, char **argv) {
  upc_lock_t *a = upc_all_lock_alloc(), *b = upc_all_lock_alloc();
  if (MYTHREAD < 2) upc_lock(MYTHREAD ? b : a);
  upc_barrier;
  if (MYTHREAD < 2) upc_lock(MYTHREAD ? a : b);
  if (MYTHREAD < 2) upc_unlock(a), upc_unlock(b);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
