// SPDX-License-Identifier: BSD-3-Clause
// races: a barrier that was forgotten
// told by: race
#include <stdio.h>
#include <upc.h>

shared int A[THREADS];

int main(int argc, char **argv) {
  A[MYTHREAD] = MYTHREAD;
  int next = A[(MYTHREAD + argc) % THREADS];
  if (next < 0) puts("negative");
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
