/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: B = A^T + B in plain UPC: the owner of each element of B reads one element of A. A read of an element on a
 * far thread is a message and its answer. */
#include <upc_relaxed.h>
#include "ptrans.h"
#include "../common/timing.h"

/* The elements of A are a column of one block. */
static void add_column(const problem_t *q, size_t i, size_t j, size_t n) {
  double *const b = (double *)app_at(q->b, i, j);
  const shared [] double *const a = (const shared [] double *)app_at(q->a, j, i);
  size_t k;
  for (k = 0; k < n; k++) b[k] += a[k * q->block];
}

void by_element(void *problem) {
  const double start = app_begin();
  each_row_of_b(problem, add_column);
  app_end(APP_MOVE, start);
}
