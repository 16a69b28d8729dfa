// SPDX-License-Identifier: BSD-3-Clause
// bounds: beyond a thread's own part of an array
// told by: address
#include <stdio.h>
#include <upc.h>

shared [8] double A[8 * THREADS];

int main(int argc, char **argv) {
  shared [] double *mine = (shared [] double *)&A[8 * MYTHREAD];
  for (int i = 0; i < 8 * THREADS * argc; i++) mine[i] = i;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
