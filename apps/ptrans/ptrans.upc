/* SPDX-License-Identifier: BSD-3-Clause
 * ptrans.upc: B = A^T + B as one call, which sends one message between each two threads. */
#include <upc.h>
#include "ptrans.h"
#include "upc_stride_numerics.h"
#include "../common/timing.h"

void transposed(void *problem) {
  const problem_t *q = problem;
  static const double one = 1;
  const double start = app_begin();
  upc_stride_geadd('T', NULL, UPC_SECTION(q->a, UPC_STRIDE_ALL, UPC_STRIDE_ALL), &one,
                   UPC_SECTION(q->b, UPC_STRIDE_ALL, UPC_STRIDE_ALL), UPC_DOUBLE);
  app_end(APP_MOVE, start);
}
