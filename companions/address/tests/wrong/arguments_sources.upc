// SPDX-License-Identifier: BSD-3-Clause
// arguments: threads that give a collective other pointers
// told by: check
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS], B[4 * THREADS];

int main(int argc, char **argv) {
  upc_all_broadcast(A, MYTHREAD == 1 ? &B[4] : &B[0], 16 * argc, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
