/* SPDX-License-Identifier: BSD-3-Clause
 * hpccfft.upc: the five steps of hpccfft.h, with collectives. */
#include <upc.h>
#include <stdlib.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/timing.h"

#define SYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

/* x[t], x[t + P] .. on all threads -> the block of thread t, for each t: P assignments in flight */
static void shuffle(const problem_t *q) {
  upc_stride_handle_t *handles = app_allocate(q->active, sizeof *handles, "handles");
  const long long P = (long long)q->active, rows = (long long)q->rows;
  const double start = app_begin();
  long long t;
  for (t = 0; t < P; t++)
    handles[t] = upc_stride_copy_nb(UPC_SECTION(q->cyclic, UPC_STRIDE_RANGE(t * rows, (t + 1) * rows - 1)),
                                    UPC_SECTION(q->x, UPC_STRIDE_STEP(t, P, (long long)q->n - 1)), SYNC);
  for (t = 0; t < P; t++) upc_stride_wait(&handles[t]);
  app_end(APP_MOVE, start);
  free(handles);
}

/* Part s of each thread's block -> thread s; a block has P parts of rows / P numbers. */
static void redistribute(const problem_t *q, upc_stride_array_t dst, upc_stride_array_t src) {
  const double start = app_begin();
  upc_stride_exchange(UPC_SECTION(dst, UPC_STRIDE_ALL), UPC_SECTION(src, UPC_STRIDE_ALL),
                      q->rows / q->active * sizeof(complex_t), SYNC);
  app_end(APP_MOVE, start);
}

void hpccfft(void *problem) {
  const problem_t *q = problem;
  if (!is_active(q)) return; /* no member of any call */
  shuffle(q);
  block_phase(q);
  redistribute(q, q->spread, q->cyclic);
  cyclic_phase(q);
  redistribute(q, q->x, q->spread);
}
