// SPDX-License-Identifier: BSD-3-Clause
// arguments: a collective that writes more than the blocks have
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS];
shared [] int C[64];

int main(int argc, char **argv) {
  upc_all_scatter(A, C, 32 * argc, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
