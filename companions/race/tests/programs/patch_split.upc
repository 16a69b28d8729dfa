// SPDX-License-Identifier: BSD-3-Clause
// race: 15 19
// says: upc_stride_put_patch
// A split-phase patch is moved until it has been waited for.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [4] (line) int A[4 * THREADS];

int main(void) {
  int mine[4] = {0}, seen = 0, to = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  // all elements of the next thread's block
  upc_stride_handle_t h = upc_stride_put_patch_nb(A<4 * to : 4 * to + 3>, mine, NULL);
  ORDER(upc_stride_wait(&h));
  upc_barrier;
  for (int i = 0; i < 4; i++)
    seen += A[4 * MYTHREAD + i];
  UNORDERED(upc_stride_wait(&h));
  return seen > 0;
}
