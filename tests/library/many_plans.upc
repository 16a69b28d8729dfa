/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of kept plans is bounded. COUNT scatterv calls differ in their source place, so each has a plan of its
 * own, which keeps two lists of BLOCKS sizes: without a bound 300 plans take 144 MB. Every result is checked. Three
 * more calls are in flight all the while, so their plans are used when they are no longer kept. At the end the first
 * calls come again, whose plans were dropped.
 *   many_plans [COUNT [BLOCKS]] */
#include <upc.h>
#include <upc_stride_coll.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { IN_FLIGHT = 3, MOST_MB = 32, FLAGS = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC };

static int n, wrong;
static size_t *counts;
static shared [] int *source;           /* source[i] is i */

static size_t heap(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

static upc_stride_section_t all(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL); }

/* n blocks of one int; block i is on thread i mod THREADS. */
static upc_stride_array_t new_array(void) {
  size_t shape[1], block[1];
  shape[0] = (size_t)n, block[0] = 1;
  return upc_stride_all_alloc(1, shape, block, sizeof(int), 0, NULL);
}

/* The caller's blocks, one after another. */
static int *mine(upc_stride_array_t A) {
  size_t index[1];
  index[0] = MYTHREAD;
  return (int *)upc_stride_at(A, index);
}

static void poison(upc_stride_array_t A) {
  int i;
  for (i = MYTHREAD; i < n; i += THREADS) mine(A)[i / THREADS] = -1;
}

/* Block 0 got source[turn], block 1 nothing, block 2 source[turn + 1], block 3 source[turn + 2], and so on. */
static void check(upc_stride_array_t A, int turn, const char *what) {
  int i;
  for (i = MYTHREAD; i < n; i += THREADS) {
    int expected = i == 1 ? -1 : turn + i - (i > 1), got = mine(A)[i / THREADS];
    if (got != expected && wrong++ == 0)
      printf("thread %d: %s %d: block %d: expected %d, got %d\n", (int)MYTHREAD, what, turn, i, expected, got);
  }
}

static void scatter(upc_stride_array_t A, int turn) {
  poison(A);
  upc_stride_scatterv(all(A), source + turn, counts, NULL, FLAGS);
  check(A, turn, "call");
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 300, turn, f, i;
  upc_stride_array_t A, target[IN_FLIGHT];
  upc_stride_handle_t handle[IN_FLIGHT];
  size_t before, most = 0;
  n = argc > 2 ? atoi(argv[2]) : 30011;
  counts = malloc((size_t)n * sizeof *counts);
  for (i = 0; i < n; i++) counts[i] = i == 1 ? 0 : sizeof(int);
  source = (shared [] int *)upc_all_alloc(1, (size_t)(n + count) * sizeof(int));
  for (i = 0; i < n + count && MYTHREAD == 0; i++) source[i] = i;
  A = new_array();
  for (f = 0; f < IN_FLIGHT; f++) poison(target[f] = new_array());
  scatter(A, 0);
  before = heap();
  for (f = 0; f < IN_FLIGHT; f++)
    handle[f] = upc_stride_scatterv_nb(all(target[f]), source + 1 + f, counts, NULL, FLAGS);
  for (turn = IN_FLIGHT + 1; turn < count; turn++) {
    scatter(A, turn);
    if (heap() > before + most) most = heap() - before;
  }
  for (f = 0; f < IN_FLIGHT; f++) {
    upc_stride_wait(&handle[f]);
    check(target[f], 1 + f, "call in flight");
  }
  for (turn = 0; turn < 20; turn++) scatter(A, turn);
  if (most >> 20 > MOST_MB && wrong++ == 0)
    printf("thread %d: plans took %zu MB, expected at most %d MB\n", (int)MYTHREAD, most >> 20, MOST_MB);
  if (wrong != 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
