// SPDX-License-Identifier: BSD-3-Clause
// A thread that dies by a signal ends the job, named with its signal.
// threads: 1 2 4
// fails: died of signal 11
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == THREADS - 1) *(volatile int *)8 = 1;
  upc_barrier;
  return 0;
}
