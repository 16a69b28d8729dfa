// SPDX-License-Identifier: BSD-3-Clause
// pointers: a private pointer to another thread's element
// told by: bounds
#include <stdio.h>
#include <upc.h>

shared int A[THREADS];

int main(int argc, char **argv) {
  int *p = (int *)&A[(MYTHREAD + argc) % THREADS];
  *p = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
