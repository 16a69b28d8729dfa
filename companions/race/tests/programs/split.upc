// SPDX-License-Identifier: BSD-3-Clause
// race: 19 21
// says: A[
// A split-phase call reads its source until it has been waited for.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [4][2] (line) int A[4 * THREADS][2], B[4 * THREADS][2];

int main(void) {
  upc_stride_handle_t h;
  if (upc_threadof(&A[4][0]) != 1) return 1;
  A[4 * MYTHREAD][0] = 1;
  upc_barrier;
  // all blocks of A to those of B
  int perm[64];
  for (int i = 0; i < THREADS; i++) perm[i] = (i + 1) % THREADS;
  h = upc_stride_permute_nb(B<:, 0>, A<:, 0>, perm, 8, FLAGS);
  ORDER(upc_stride_wait(&h));
  if (MYTHREAD == 0) A[4][0] = 2;
  UNORDERED(upc_stride_wait(&h));
  return 0;
}
