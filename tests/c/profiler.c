/* SPDX-License-Identifier: BSD-3-Clause
 * Tools that look at calls (upc_stride_tools.h): an observer, and a profiler that stands in for one call, both in a few
 * lines. What they count is compared with the calls that the program makes. */
#define UPC_STRIDE_NO_PLACES
#include "tests/c/check.h"

#include <string.h>
#include <upc_stride_tools.h>

UPC_STRIDE_SECOND_NAME(put);

/* The profiler: counts the calls of one name, and what they move. */
static unsigned long puts_seen, bytes_put;

int upc_stride_put(upc_stride_pointer_t to, const void *from, size_t bytes) {
  puts_seen++, bytes_put += bytes;
  return pupc_stride_put(to, from, bytes);
}

/* The observer: calls under way, and those that have ended, by name. */
static int under_way, broadcasts, split, barriers, others;
static unsigned long latest;

static void begin(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  under_way++;
  latest = call->number;
}

static void end(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  under_way--;
  if (strcmp(call->name, "upc_stride_broadcast") == 0) broadcasts += call->count == 8, split += call->split;
  else if (strcmp(call->name, "upc_stride_barrier") == 0) barriers++;
  else others++;
}

int main(void) {
  static upc_stride_observer_t observer = {.begin = begin, .end = end};
  upc_stride_array_t A;
  upc_stride_section_t all;
  upc_stride_pointer_t root, own;
  upc_stride_handle_t handle;
  size_t shape, block = 8, index = 0, mine;
  double x = 1;
  int many;
  START(NULL);
  many = upc_stride_threads() > 1;
  shape = 8 * (size_t)upc_stride_threads();
  mine = 8 * (size_t)upc_stride_mythread();
  A = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  root = upc_stride_at(A, &index), own = upc_stride_at(A, &mine);
  CHECK_IS(upc_stride_broadcast(&all, root, 8, 0), 0);
  CHECK_IS(latest, 0);
  upc_stride_observe(&observer);
  CHECK_IS(upc_stride_broadcast(&all, root, 8, 0), 0);
  CHECK_IS(upc_stride_broadcast_nb(&handle, &all, root, 8, 0), 0);
  CHECK_IS(upc_stride_wait(&handle), 0);
  CHECK_IS(upc_stride_barrier(&all), 0);
  upc_stride_unobserve(&observer);
  CHECK_IS(upc_stride_broadcast(&all, root, 8, 0), 0);
  CHECK_IS(broadcasts, 2);
  CHECK_IS(split, 1);
  CHECK_IS(barriers, many); /* one thread has nothing to do in it */
  CHECK_IS(latest, many ? 3 : 2);
  CHECK_IS(others, 0);
  CHECK_IS(under_way, 0);
  CHECK_IS(upc_stride_put(own, &x, sizeof x), 0);
  CHECK_IS(upc_stride_put(own, &x, sizeof x), 0);
  CHECK_IS(puts_seen, 2);
  CHECK_IS(bytes_put, 2 * sizeof x);
  CHECK_IS(upc_stride_barrier_all(), 0);
  CHECK_IS(upc_stride_all_free(A), 0);
  CHECK_IS(upc_stride_finalize(), 0);
  return passed();
}
