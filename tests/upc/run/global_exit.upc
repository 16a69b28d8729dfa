// SPDX-License-Identifier: BSD-3-Clause
// upc_global_exit ends every thread, wherever it is.
#include "../check.h"

int main(void) {
  volatile int spin = 1;
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    puts("PASS");
    upc_global_exit(0);
  }
  if (MYTHREAD % 2) upc_barrier;
  while (spin) {}
  return 1;
}
