/* SPDX-License-Identifier: BSD-3-Clause
 * info.upc: how all threads learn that a leading minor is not positive, with no message of its own. The owner of the
 * tile writes to everybody before it broadcasts the tile. Nobody hears of row k, at first or at second hand, before
 * that, so all who have received some of row k know, and leave the loop together; who receives nothing of row k has
 * nothing to do after it. */
#include <upc.h>
#include "cholesky.h"

static strict shared long told[THREADS];

size_t info(void) { return (size_t)told[MYTHREAD]; }

int indefinite(void *problem) {
  (void)problem;
  return info() > 0;
}

void reset_info(void) { told[MYTHREAD] = 0; }

void set_info(size_t order) {
  int t;
  for (t = 0; t < THREADS; t++) told[t] = (long)order;
}

int failed(const problem_t *q, size_t k) {
  const size_t order = info();
  return order > 0 && k >= (order - 1) / q->block;
}
