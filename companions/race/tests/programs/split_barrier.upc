// SPDX-License-Identifier: BSD-3-Clause
// race: 17 20
// A barrier does not end a split-phase call.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [4][2] (line) int A[4 * THREADS][2], B[4 * THREADS][2];

int main(void) {
  upc_stride_handle_t h;
  A[4 * MYTHREAD][0] = 1;
  upc_barrier;
  // all blocks of A to those of B
  int perm[64];
  for (int i = 0; i < THREADS; i++) perm[i] = (i + 1) % THREADS;
  h = upc_stride_permute_nb(B<:, 0>, A<:, 0>, perm, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  ORDER(upc_stride_wait(&h));
  upc_barrier;
  if (MYTHREAD == 0) A[4 * (THREADS - 1)][0] = 2;
  upc_barrier;
  UNORDERED(upc_stride_wait(&h));
  return 0;
}
