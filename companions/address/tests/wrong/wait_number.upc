// SPDX-License-Identifier: BSD-3-Clause
// deadlocks: barriers with other numbers
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  upc_barrier MYTHREAD == argc;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
