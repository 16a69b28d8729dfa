// SPDX-License-Identifier: BSD-3-Clause
// deadlocks: a thread that ends while others wait in a barrier
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  if (MYTHREAD == argc) return 0;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
