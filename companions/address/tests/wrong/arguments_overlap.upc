// SPDX-License-Identifier: BSD-3-Clause
// arguments: a source and a destination that overlap
// told by: check
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS], B[4 * THREADS];

int main(int argc, char **argv) {
  upc_all_gather_all(A, A, 4 * argc, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
