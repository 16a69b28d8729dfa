/* SPDX-License-Identifier: BSD-3-Clause
 * step.upc: what a thread does with its own tiles, by LAPACK and BLAS: one call serves all its tiles of a row. */
#include <upc.h>
#include "blas.h"
#include "cholesky.h"
#include "../common/runs.h"

void factor_tile(const problem_t *q, size_t k) {
  const double start = app_begin();
  const size_t order = potrf(side(q, k), LOCAL(q, k, k), q->block);
  app_end(APP_COMPUTE, start);
  if (order > 0) set_info(k * q->block + order);
}

void solve_row(const problem_t *q, size_t k, const double *diagonal) {
  const size_t width = my_width(q, k + 1);
  const double start = app_begin();
  if (width > 0) trsm(side(q, k), width, diagonal, q->block, LOCAL(q, k, my_first(q, k + 1)), q->block);
  app_end(APP_COMPUTE, start);
}

void update_row(const problem_t *q, size_t k, size_t i, const double *u, const double *across) {
  const size_t b = q->block, j = my_first(q, i), m = side(q, i), p = side(q, k);
  const size_t c = (size_t)q->grid[1], diagonal = j == i ? m : 0; /* its width */
  size_t width = my_width(q, i);
  double start = app_begin(), *a;
  if (width == 0) return;
  a = LOCAL(q, i, j);
  across += (j - my_first(q, k + 1)) / c * b * b; /* U[k][j] */
  if (diagonal > 0) syrk(m, p, u, b, a, b);
  if (width > diagonal) gemm(m, width - diagonal, p, u, b, across + diagonal * b, b, a + diagonal * b, b);
  app_end(APP_COMPUTE, start);
}
