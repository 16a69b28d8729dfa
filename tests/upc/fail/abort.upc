// SPDX-License-Identifier: BSD-3-Clause
// So does one that aborts while the others spin.
// threads: 2 3
// fails: died of signal 6
#include <stdlib.h>
#include <upc.h>
int main(void) {
  volatile int spin = 1;
  if (MYTHREAD == 1) abort();
  while (spin) {}
  return 0;
}
