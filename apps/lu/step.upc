/* SPDX-License-Identifier: BSD-3-Clause
 * step.upc: a thread's own work, by LAPACK and BLAS. */
#include <upc.h>
#include <string.h>
#include "blas.h"
#include "lu.h"
#include "../common/timing.h"
#include "../common/work.h"

enum { SOLVE = 32 };

void factor_panel(problem_t *q, size_t k, double *message) {
  const size_t first = k * q->block, m = rows_of(q, k), w = width_of(q, k);
  double *const panel = q->mine + my_column(q, k) * q->n + first, *tail = message + m * w;
  int *const pivots = q->pivots + first;
  const double start = app_begin();
  const size_t info = getrf(m, w, panel, q->n, pivots);
  for (size_t j = 0; j < w; j++) {
    memcpy(message + j * m, panel + j * q->n, m * sizeof(double));
    tail[j] = (double)((size_t)pivots[j] + first - 1);
  }
  tail[w] = info > 0 ? (double)(info + first) : 0;
  app_work((double)w * (double)w * ((double)m - (double)w / 3), "dgetrf");
  app_end(APP_COMPUTE, start);
}

void take_pivots(problem_t *q, size_t k, const double *message) {
  const size_t first = k * q->block, w = width_of(q, k);
  const double *const tail = message + rows_of(q, k) * w;
  for (size_t j = 0; j < w; j++) q->pivots[first + j] = (int)tail[j] + 1;
  if (q->info == 0) q->info = (size_t)tail[w];
}

/* b = l^-1 b, l lower triangular m x m, b m x n. Recursive: dtrsm solves for 32 rows at a time at most, and dgemm
 * updates the other rows, since dgemm is up to four times as fast. */
static void solve(size_t m, size_t n, const double *l, size_t ldl, double *b, size_t ldb) {
  const size_t h = m / 16 * 8; /* about half */
  if (m <= SOLVE) {
    trsm(m, n, l, ldl, b, ldb);
  } else {
    solve(h, n, l, ldl, b, ldb);
    gemm(m - h, n, h, l + h, ldl, b, ldb, b + h, ldb);
    solve(m - h, n, l + h * ldl + h, ldl, b + h, ldb);
  }
}

void update_columns(const problem_t *q, size_t k, const double *message, size_t first, size_t count) {
  const size_t top = k * q->block, m = rows_of(q, k), w = width_of(q, k);
  double *const a = q->mine + first * q->n + top;
  const double start = app_begin();
  if (count > 0) {
    laswp(count, q->mine + first * q->n, q->n, top + 1, top + w, q->pivots);
    solve(w, count, message, m, a, q->n);
    app_work((double)w * (double)w * (double)count, "dtrsm");
    if (m > w) gemm(m - w, count, w, message + w, m, a, q->n, a + w, q->n);
    app_work(2 * (double)(m - w) * (double)count * (double)w, "dgemm");
  }
  app_end(APP_COMPUTE, start);
}

void swap_left(const problem_t *q) {
  const double start = app_begin();
  for (size_t k = (size_t)MYTHREAD; k + 1 < q->panels; k += THREADS)
    laswp(q->block, q->mine + my_column(q, k) * q->n, q->n, (k + 1) * q->block + 1, q->n, q->pivots);
  app_end(APP_COMPUTE, start);
}
