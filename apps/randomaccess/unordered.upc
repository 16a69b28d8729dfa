/* SPDX-License-Identifier: BSD-3-Clause
 * unordered.upc: updates that the library collects into messages. The owner of a word applies them. */
#include "randomaccess.h"
#include "upc_stride_coll.h"
#include "../common/timing.h"

void update_unordered(void *problem) {
  const problem_t *q = problem;
  uint64_t r = sequence_start(q->first), n;
  double start = app_begin();
  for (n = 0; n < q->updates; n++, r = sequence_next(r))
    upc_stride_update(&q->table[r & q->mask], UPC_XOR, UPC_UINT64, &r); /* r -> the owner of the word */
  app_end(APP_COMPUTE, start);
  start = app_begin();
  upc_stride_update_fence();
  app_end(APP_MOVE, start);
}
