/* SPDX-License-Identifier: BSD-3-Clause
 * redistribute.upc: the assignment as one call, which sends one message between each two threads. */
#include <upc.h>
#include "redistribute.h"
#include "../common/timing.h"

static upc_stride_section_t section(const problem_t *q, int array) {
  upc_stride_interval_t intervals[MOST_DIMS];
  int k;
  for (k = 0; k < q->dims; k++) {
    const range_t r = q->section[array][k];
    intervals[k] = UPC_STRIDE_STEP((long long)r.lo, (long long)r.step, (long long)r.hi);
  }
  return upc_stride_section(q->array[array], intervals);
}

void aggregated(void *problem) {
  const problem_t *q = problem;
  const double start = app_begin();
  /* B's owners -> A's owners, whatever the two distributions */
  upc_stride_copy(section(q, TO), section(q, FROM), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
}
