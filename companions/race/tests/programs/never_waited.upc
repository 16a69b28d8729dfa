// SPDX-License-Identifier: BSD-3-Clause
// race: 12 15
// A copy that nobody waits for goes on behind the barrier.
#include <upc_relaxed.h>
#include <upc_nb.h>

shared [8] int A[8 * THREADS];

int main(void) {
  int mine[8] = {0}, seen = 0, to = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  upc_handle_t h = upc_memput_nb(&A[8 * to], mine, sizeof mine);
  ORDER(upc_sync(h));
  upc_barrier;
  seen += A[8 * MYTHREAD];
  UNORDERED(upc_sync(h));
  return seen > 0;
}
