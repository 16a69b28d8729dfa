/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: the sort in plain UPC. After a barrier each thread reads the sizes of all pieces and copies its pieces. */
#include "isx.h"
#include "../common/timing.h"

static shared [] char *part(upc_stride_array_t array, int thread, size_t elements) {
  const size_t index = (size_t)thread * elements;
  return (shared [] char *)upc_stride_at(array, &index);
}

void isx_plain(void *problem) {
  problem_t *q = problem;
  double start;
  int j;
  fill_buckets(q);
  start = app_begin();
  upc_barrier;
  for (j = 0; j < THREADS; j++) /* sizes on thread j -> this thread's all_sizes */
    upc_memget(q->my_all + (size_t)j * THREADS, (shared void *)part(q->sizes, j, THREADS), THREADS * sizeof(size_t));
  place_pieces(q);
  for (j = 0; j < THREADS; j++) { /* this thread's piece of sent on thread j -> received */
    const size_t piece = (size_t)j * THREADS + MYTHREAD;
    upc_memget((char *)q->my_received + q->to[piece],
               (shared void *)(part(q->sent, j, q->capacity) + q->from[piece]), q->my_all[piece]);
  }
  upc_barrier; /* `sent` may be changed */
  app_end(APP_MOVE, start);
  count_keys(q);
}
