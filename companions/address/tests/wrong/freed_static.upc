// SPDX-License-Identifier: BSD-3-Clause
// freed: upc_free of a static array
// told by: address run check bounds race
#include <stdio.h>
#include <upc.h>

shared int A[10 * THREADS];

int main(int argc, char **argv) {
  if (MYTHREAD == 0) upc_free(A);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
