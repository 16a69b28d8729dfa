// SPDX-License-Identifier: BSD-3-Clause
// The smallest program, for tests of the tools that start it.
#include <stdio.h>
#include <upc.h>

int main(void) {
  printf("hello from thread %d of %d\n", MYTHREAD, THREADS);
  return 0;
}
