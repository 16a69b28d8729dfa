/* SPDX-License-Identifier: BSD-3-Clause
 * Calls that move nothing return at once: empty sections, len 0, threads outside the team although no member ever
 * calls.
 * The same arguments with every synchronisation. */
#include "world.h"

static upc_stride_array_t A, B;

static shared void *last_block(upc_stride_array_t X) {
  size_t at[1];
  at[0] = (size_t)THREADS * 4 - 4;
  return upc_stride_at(X, at);
}

int main(int argc, char **argv) {
  size_t shape[1], block[1] = {4};
  int mode, in, out;
  world_start(argc, argv, 1);
  shape[0] = (size_t)THREADS * 4;
  A = upc_stride_all_alloc(1, shape, block, 4, 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, 4, 0, NULL);
  for (mode = 0; mode < 13; mode++) {
    upc_flag_t flags = world_sync(mode, &in, &out);
    upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL), last = UPC_SECTION(A, UPC_STRIDE_AT(THREADS - 1));
    upc_stride_section_t none = UPC_SECTION(A, UPC_STRIDE_RANGE(THREADS, THREADS - 1));
    upc_stride_section_t back = UPC_SECTION(B, UPC_STRIDE_STEP(0, -1, 5));
    if (MYTHREAD % 2 == mode % 2) continue; /* not all threads call */
    upc_stride_broadcast(none, last_block(B), 16, flags);
    upc_stride_broadcast(all, last_block(B), 0, flags);
    upc_stride_broadcast(all, NULL, 0, flags);
    upc_stride_exchange(none, back, 16, flags);
    upc_stride_exchange(all, UPC_SECTION(B, UPC_STRIDE_ALL), 0, flags);
    if (upc_haveaffinity(none) || upc_haveaffinity(back)) world_fail("affinity to nothing", 0, 0, 0, 1);
    if (MYTHREAD == THREADS - 1) continue;
    upc_stride_broadcast(last, last_block(B), 16, flags);
    upc_stride_exchange(last, UPC_SECTION(B, UPC_STRIDE_AT(THREADS - 1)), 16, flags);
    if (upc_haveaffinity(last)) world_fail("affinity to the last block", 0, 0, 0, 1);
  }
  return world_verdict();
}
