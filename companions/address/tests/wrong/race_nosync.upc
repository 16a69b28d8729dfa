// SPDX-License-Identifier: BSD-3-Clause
// races: a collective that does not wait for what it reads
// told by: race
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS], B[4 * THREADS];

int main(int argc, char **argv) {
  B[4 * MYTHREAD] = MYTHREAD;
  upc_all_broadcast(A, &B[0], 16 * argc, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  int first = A[4 * MYTHREAD];
  if (first) puts("not zero");
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
