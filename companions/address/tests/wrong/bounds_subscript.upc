// SPDX-License-Identifier: BSD-3-Clause
// bounds: a subscript beyond a static array
// told by: address bounds race
#include <stdio.h>
#include <upc.h>

shared int A[10 * THREADS];

int main(int argc, char **argv) {
  A[10 * THREADS * argc] = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
