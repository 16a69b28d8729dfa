// SPDX-License-Identifier: BSD-3-Clause
// race: 16 16
// says: by upc_all_broadcast
// With NOSYNC a call may still go on when the next one begins.
#include <upc_relaxed.h>
#include <upc_collective.h>

#define ALL_OR_NONE (FLAGS ? UPC_IN_NOSYNC | UPC_OUT_NOSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
shared [2] int A[2 * THREADS];
shared [] int from[2];

int main(void) {
  if (MYTHREAD == 0) from[0] = from[1] = 5;
  upc_barrier;
  for (int i = 0; i < 2; i++)
    upc_all_broadcast(A, from, 2 * sizeof(int), ALL_OR_NONE);
  upc_barrier;
  return 0;
}
