// SPDX-License-Identifier: BSD-3-Clause
// race: 16 17
// says: by upc_stride_halo
// A halo reads the edges of neighbours' blocks: with NOSYNC until all have left.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#define HALO_FLAGS (FLAGS ? UPC_IN_NOSYNC | UPC_OUT_NOSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
#pragma processors line(THREADS)
shared [4] (line) int A[4 * THREADS];

int main(void) {
  int with_halo[6];
  A[4 * MYTHREAD] = A[4 * MYTHREAD + 3] = 1;
  upc_barrier;
  upc_stride_halo(with_halo, A<:>, 1, 0, HALO_FLAGS);
  A[4 * MYTHREAD + 3] = 2;
  upc_barrier;
  return with_halo[1] > 2;
}
