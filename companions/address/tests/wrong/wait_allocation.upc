// SPDX-License-Identifier: BSD-3-Clause
// deadlocks: a barrier in place of a collective allocation
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared int *p = NULL;
  if (MYTHREAD == argc) upc_barrier;
  else p = upc_all_alloc(THREADS, 4);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
