// SPDX-License-Identifier: BSD-3-Clause
// arguments: threads that free other memory together
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared int *p = upc_all_alloc(THREADS, 4), *q = upc_all_alloc(THREADS, 4);
  upc_all_free(MYTHREAD == 1 ? p : q);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
