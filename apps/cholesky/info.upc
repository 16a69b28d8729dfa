/* SPDX-License-Identifier: BSD-3-Clause
 * info.upc: how all threads learn that a leading minor is not positive. The owner of diagonal tile k writes the minor's
 * order to every thread before it broadcasts the tile. All data of row k depend on that tile. So every thread that has
 * received data of row k knows the order and leaves the loop at the same step. A thread that receives no data of row k
 * has no work after it. */
#include <upc.h>
#include "cholesky.h"

static strict shared long info_of[THREADS];

size_t info(void) { return (size_t)info_of[MYTHREAD]; }

int indefinite(void *problem) {
  (void)problem;
  return info() > 0;
}

void reset_info(void) { info_of[MYTHREAD] = 0; }

void set_info(size_t order) {
  int t;
  for (t = 0; t < THREADS; t++) info_of[t] = (long)order;
}

int failed(const problem_t *q, size_t k) {
  const size_t order = info();
  return order > 0 && k >= (order - 1) / q->block;
}
