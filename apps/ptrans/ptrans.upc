/* SPDX-License-Identifier: BSD-3-Clause
 * ptrans.upc: B = A^T + B as one call, which sends one message between each two threads. */
#include <upc.h>
#include "ptrans.h"
#include "../common/timing.h"

static upc_stride_section_t whole(upc_stride_array_t array) {
  upc_stride_interval_t intervals[2];
  intervals[0] = intervals[1] = UPC_STRIDE_ALL;
  return upc_stride_section(array, intervals);
}

void transposed(void *problem) {
  const problem_t *q = problem;
  static const int order[] = {1, 0};
  static const double one = 1;
  const double start = app_begin();
  upc_stride_transform(whole(q->b), whole(q->a), order, &one, &one, UPC_DOUBLE, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
}
