/* SPDX-License-Identifier: BSD-3-Clause
 * step.upc: a thread's own work, by LAPACK and BLAS. One call works on all its tiles of a row. */
#include <upc.h>
#include <string.h>
#include "cholesky.h"
#include "../common/blas.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"

void factor_tile(const problem_t *q, size_t k) {
  const double start = app_begin();
  const double n = (double)side(q, k);
  const size_t order = app_has_data() ? potrf(side(q, k), LOCAL_TILE(q, k, k), panel_ld(q, k, q->mycol)) : 0;
  app_work(n * n * n / 3, "dpotrf");
  app_end(APP_COMPUTE, start);
  if (order > 0) set_info(k * q->block + order);
}

void solve_row(const problem_t *q, size_t k, tile_t diagonal) {
  const size_t width = my_width(q, k + 1);
  const double start = app_begin();
  if (width > 0 && app_has_data())
    trsm_in_parts(1, width, side(q, k), diagonal.at, diagonal.ld, LOCAL_TILE(q, k, my_first(q, k + 1)),
                  panel_ld(q, k, q->mycol));
  app_work((double)width * (double)side(q, k) * (double)side(q, k), "dtrsm");
  app_end(APP_COMPUTE, start);
}

void update_row(const problem_t *q, size_t k, size_t i, tile_t u, tile_t across) {
  const size_t j = my_first(q, i), width = my_width(q, i), m = side(q, i), p = side(q, k);
  const size_t ld = panel_ld(q, i, q->mycol), diagonal = j == i ? m : 0; /* its width */
  double *a, start = app_begin();
  if (width == 0) return;
  a = LOCAL_TILE(q, i, j);
  if (diagonal > 0 && app_has_data()) syrk(m, p, u.at, u.ld, a, ld);
  app_work((double)p * (double)m * (double)diagonal, "dsyrk");
  app_end(APP_COMPUTE, start);
  for (size_t done = diagonal, w; done < width; done += w) {
    w = app_piece(width - done, app_product_piece(m));
    start = app_begin();
    if (app_has_data()) gemm("T", w, m, p, -1, across.at + done, across.ld, u.at, u.ld, 1, a + done, ld);
    app_work(2.0 * (double)w * (double)m * (double)p, "dgemm");
    app_end(APP_COMPUTE, start);
  }
}

void copy_tile(const problem_t *q, shared void *dst, size_t i, size_t j) {
  const double *tile = LOCAL_TILE(q, i, j);
  double *to = (double *)dst;
  if (!app_has_data()) return;
  for (size_t x = 0; x < side(q, i); x++)
    memcpy(to + x * q->block, tile + x * panel_ld(q, i, q->mycol), side(q, j) * sizeof(double));
}
