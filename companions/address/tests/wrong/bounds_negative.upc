// SPDX-License-Identifier: BSD-3-Clause
// bounds: a negative subscript
// told by: address bounds
#include <stdio.h>
#include <upc.h>

shared int A[10 * THREADS];

int main(int argc, char **argv) {
  int i = A[-argc];
  if (i) puts("not zero");
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
