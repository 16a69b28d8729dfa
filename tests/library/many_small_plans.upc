/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of kept plans is bounded, also where each is small, and what malloc and the tables of plans take for each
 * counts: a broadcast to each pair of blocks has a plan of its own. Without a bound the plans take more than 40 MB. */
#include <upc.h>
#include <upc_stride_coll.h>

#include <malloc.h>
#include <stdio.h>

enum { BLOCKS = 400, MOST_MB = 32 };

static shared int source;

static size_t heap(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

int main(void) {
  size_t shape = BLOCKS, block = 1, before, most = 0, i;
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &block, sizeof(int), 0, NULL);
  int lo, hi, wrong = 0;
  before = heap();
  for (lo = 0; lo < BLOCKS; lo++)
    for (hi = lo; hi < BLOCKS; hi++) {
      if (MYTHREAD == 0) source = lo * BLOCKS + hi;
      upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_STEP(lo, hi > lo ? hi - lo : 1, hi)), (shared void *)&source,
                           sizeof source, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      for (i = (size_t)lo; i <= (size_t)hi; i += hi > lo ? (size_t)(hi - lo) : 1) {
        shared int *at = (shared int *)upc_stride_at(A, &i);
        if (upc_threadof(at) == MYTHREAD && *at != lo * BLOCKS + hi) wrong++;
      }
      if (hi % 64 == 0 && heap() > before + most) most = heap() - before; /* it looks at all of the heap */
    }
  if (most > (size_t)MOST_MB << 20 && wrong++ == 0)
    printf("thread %d: plans took %.1f MB, expected at most %d MB\n", (int)MYTHREAD, (double)most / (1 << 20), MOST_MB);
  if (wrong != 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
