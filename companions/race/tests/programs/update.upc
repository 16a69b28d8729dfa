// SPDX-License-Identifier: BSD-3-Clause
// race: 15 17
// says: by upc_stride_update
// Updates are atomic among each other, and complete behind their fence. A patch is there behind a barrier.
// race: 16 18
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [1] (line) long count[THREADS], P[THREADS];

int main(void) {
  long one = 1, seen = 0, next = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  upc_stride_update(&count[0], UPC_ADD, UPC_LONG, &one);
  upc_stride_put_patch(P<next>, &one, NULL);
  ORDER(upc_stride_update_fence()); if (MYTHREAD == 1) seen = count[0];
  seen += P[MYTHREAD];
  upc_barrier;
  UNORDERED(upc_stride_update_fence());
  return seen > 100;
}
