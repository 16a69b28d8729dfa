/* SPDX-License-Identifier: BSD-3-Clause
 * hpccfft.upc: the steps of hpccfft.h, with collectives. */
#include <upc.h>
#include "hpccfft.h"
#include "../common/timing.h"

/* dst = src: the same matrix or the same result, in another distribution. */
static void redistribute(upc_stride_array_t dst, upc_stride_array_t src) {
  const double start = app_begin();
  upc_stride_copy(UPC_SECTION(dst, UPC_STRIDE_ALL, UPC_STRIDE_ALL), UPC_SECTION(src, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                  UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
}

/* The active threads wait for each other. After this a thread may read what the others wrote before it. */
static void wait_for_all(const problem_t *q) {
  const double start = app_begin();
  upc_stride_barrier(UPC_SECTION(q->x, UPC_STRIDE_ALL));
  app_end(APP_MOVE, start);
}

void hpccfft(void *problem) {
  const problem_t *q = problem;
  if (!is_active(q)) return; /* no member of any call */
  if (q->near) {
    wait_for_all(q);
    column_phase(q);
    wait_for_all(q);
    row_phase(q);
    wait_for_all(q);
  } else {
    redistribute(q->columns, q->x_before);
    column_phase(q);
    redistribute(q->lines, q->columns);
    row_phase(q);
    redistribute(q->x_after, q->turned);
  }
}
