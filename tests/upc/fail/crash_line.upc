// SPDX-License-Identifier: BSD-3-Clause
// flags: -g -O0
// A thread that crashes: with UPC_BACKTRACE=1 each frame of the program has file and line.
#include <upc.h>
#include <stddef.h>

static int *volatile nowhere;
static int inner(int x) {
  return *nowhere + x;
}
static int outer(int x) {
  int sum = inner(x);
  return sum + 1;
}
int main(void) {
  if (MYTHREAD == THREADS - 1) outer(3);
  upc_barrier;
  return 0;
}
