// SPDX-License-Identifier: BSD-3-Clause
// deadlocks: upc_notify twice
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  upc_notify;
  upc_notify;
  upc_wait;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
