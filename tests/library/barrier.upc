/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_barrier of random sections: whoever returns sees what all members wrote before they entered. Other threads
 * pass. Blocking, waited for and tested.
 * usage: barrier [rounds [seed]] */
#include "world.h"

/* Of each round and thread: a thread may be rounds ahead of one that looks at what it wrote. */
static shared int *entered;
#define ENTERED(thread) entered[(size_t)world_round * THREADS + (size_t)(thread)]

static void await(upc_stride_section_t S, int how) {
  upc_stride_handle_t h;
  if (how == 0) {
    upc_stride_barrier(S);
    return;
  }
  h = upc_stride_barrier_nb(S);
  if (how == 1) upc_stride_wait(&h);
  else while (!upc_stride_test(&h)) {}
}

int main(int argc, char **argv) {
  int rounds = world_start(argc, argv, 200);
  size_t shape = 3 * (size_t)THREADS, one = 1, at;
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &one, 4, 0, NULL);
  entered = (shared int *)upc_all_alloc((size_t)rounds * THREADS, sizeof(int));
  for (world_round = 0; world_round < rounds; world_round++) ENTERED(MYTHREAD) = 0;
  upc_barrier;
  for (world_round = 0; world_round < rounds; world_round++) {
    int last = (int)shape - 1, lo = random_in(0, last), hi = random_in(0, last), step = random_in(1, 3), i;
    upc_stride_section_t S = UPC_SECTION(A, UPC_STRIDE_STEP(lo, lo > hi ? -step : step, hi));
    int how = random_below(3), member = upc_haveaffinity(S);
    if (member) world_dawdle();
    ENTERED(MYTHREAD) = 1;
    await(S, how);
    for (i = lo; member && (lo > hi ? i >= hi : i <= hi); i += lo > hi ? -step : step) {
      at = (size_t)i;
      if (!ENTERED(upc_stride_owner(A, &at))) world_fail("barrier", (int)upc_stride_owner(A, &at), 0, 1, 0);
    }
  }
  upc_barrier;
  upc_stride_all_free(A);
  return world_verdict();
}
