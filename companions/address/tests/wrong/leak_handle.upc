// SPDX-License-Identifier: BSD-3-Clause
// leaks: copies that the program begins and never waits for
// told by: address
#include <stdio.h>
#include <upc.h>
#include <upc_nb.h>

shared [4] int A[4 * THREADS];

int main(int argc, char **argv) {
  int b[4] = {argc, 2, 3, 4};
  upc_memput_nb(&A[4 * ((MYTHREAD + 1) % THREADS)], b, sizeof b);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
