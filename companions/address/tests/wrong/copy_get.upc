// SPDX-License-Identifier: BSD-3-Clause
// copies: upc_memget of more than one thread has of an array
// told by: address check
#include <stdio.h>
#include <upc.h>

shared [5] int A[5 * THREADS];

int main(int argc, char **argv) {
  int b[20];
  upc_memget(b, A, 10 * argc * sizeof(int));
  if (b[9]) puts("not zero");
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
