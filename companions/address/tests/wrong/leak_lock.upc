// SPDX-License-Identifier: BSD-3-Clause
// leaks: a lock that is never freed
// told by: address
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

int main(int argc, char **argv) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_lock(lock);
  upc_unlock(lock);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
