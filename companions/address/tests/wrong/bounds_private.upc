// SPDX-License-Identifier: BSD-3-Clause
// bounds: a private pointer to shared memory that goes too far
// told by: address
#include <stdio.h>
#include <upc.h>

shared int A[10 * THREADS];

int main(int argc, char **argv) {
  int *mine = (int *)&A[MYTHREAD];
  for (int i = 0; i < 11 * argc; i++) mine[i] = i;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
