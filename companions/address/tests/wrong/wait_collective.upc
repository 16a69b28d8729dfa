// SPDX-License-Identifier: BSD-3-Clause
// deadlocks: threads that call other collectives
// told by: check
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4 * 8] int A[4 * 8 * THREADS];
shared [4] int B[4 * THREADS];

int main(int argc, char **argv) {
  if (MYTHREAD == argc) upc_all_gather_all(A, B, 4, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  else upc_all_broadcast(A, &B[0], 4, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
