// SPDX-License-Identifier: BSD-3-Clause
// arguments: a permutation that names a thread twice
// told by: check run bounds address race
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS], B[4 * THREADS];
shared int P[THREADS];

int main(int argc, char **argv) {
  P[MYTHREAD] = 0;
  upc_barrier;
  upc_all_permute(A, B, P, 16 * argc, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
