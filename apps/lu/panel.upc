/* SPDX-License-Identifier: BSD-3-Clause
 * panel.upc: a panel is factored by the threads of its grid column together. One thread alone has LAPACK do it.
 *
 * Several threads look for each pivot together, as HPL does: each gives its largest element of the column with its row
 * of the panel, and one reduction finds the largest. The thread with the pivot's row puts the diagonal's row in its
 * place. The
 * pivots' rows, one below the other, are the tile on the diagonal: all threads have a copy of it, `top`, and compute
 * the same with it. Rows that are not yet in this tile are `open`. The columns are halved recursively, so that most of
 * the work is matrix multiplication.
 *
 *   a candidate:   |element|   its row in A   1 on the diagonal's thread   the row, `block` doubles   then row j of the
 *   tile
 */
#include <upc.h>
#include <math.h>
#include <string.h>
#include "lu.h"
#include "../common/blas.h"
#include "../common/timing.h"
#include "../common/work.h"

enum { FEW = 8, ROW = 3 }; /* columns that are not halved; where the row stands in a candidate */

typedef struct {
  problem_t *q;
  size_t k, w;
  double *rows;              /* my rows of the panel, `ld` from column to column */
  size_t open;               /* my first open row */
  double *top;               /* w x w */
} panel_t;

static void copy_row(double *to, size_t to_step, const double *from, size_t from_step, size_t count) {
  size_t c;
  for (c = 0; c < count; c++) to[c * to_step] = from[c * from_step];
}

/* My largest element of column j, among open rows. The first of several: BLAS finds that one. */
static void find_candidate(const panel_t *p, size_t j) {
  const problem_t *q = p->q;
  double *const mine = q->my_candidate;
  mine[0] = -1, mine[1] = mine[2] = 0;
  if (p->open < q->height) {
    const size_t i = p->open + iamax(q->height - p->open, p->rows + j * q->ld + p->open);
    mine[0] = fabs(p->rows[j * q->ld + i]);
    mine[1] = (double)whole_row(q, i);
    copy_row(mine + ROW, 1, p->rows + i, q->ld, p->w);
    mine[2] = on_diagonal(q, p->k);
    if (mine[2] != 0) copy_row(mine + ROW + q->block, 1, p->rows + p->open, q->ld, p->w);
  }
}

/* The better one of two candidates. Of equal ones, the first row's. The diagonal's row is kept. */
static void better_candidate(const void *in, void *inout, size_t count, void *problem) {
  const problem_t *q = problem;
  const size_t size = candidate_size(q);
  const double *x = in;
  double *y = inout;
  for (; count > 0; count--, x += size, y += size) {
    if (x[2] != 0) copy_row(y + ROW + q->block, 1, x + ROW + q->block, 1, q->block), y[2] = 1;
    if (x[0] > y[0] || (x[0] == y[0] && x[1] < y[1])) {
      copy_row(y + ROW, 1, x + ROW, 1, q->block);
      y[0] = x[0], y[1] = x[1];
    }
  }
}

/* Column j has its pivot: its row goes to `top`, the diagonal's row to the pivot's place; L below it in my rows. */
static void take_candidate(panel_t *p, size_t j) {
  problem_t *q = p->q;
  const double *const best = q->my_best, *const diagonal = best + ROW + q->block, pivot = best[ROW + j];
  const size_t row = (size_t)best[1], first = p->k * q->block + j;
  double *const column = p->rows + j * q->ld;
  size_t i;
  q->pivots[first] = (int)row + 1;
  copy_row(p->top + j, p->w, best + ROW, 1, p->w);
  if (row != first && grid_row(q, row) == q->myrow) copy_row(p->rows + local_row(q, row), q->ld, diagonal, 1, p->w);
  if (on_diagonal(q, p->k)) p->open++;
  if (pivot == 0) {
    if (q->info == 0) q->info = first + 1;
    return;
  }
  for (i = p->open; i < q->height; i++) column[i] /= pivot;
}

static void find_pivot(panel_t *p, size_t j) {
  problem_t *q = p->q;
  const size_t first = p->k * q->block + j;
  double start = app_begin();
  if (app_has_data()) find_candidate(p, j);
  app_end(APP_COMPUTE, start);
  start = app_begin();
  /* a candidate of each thread of my grid column -> the best one to all of these threads */
  upc_stride_reduce_all_with(UPC_SECTION(q->best, UPC_STRIDE_ALL, UPC_STRIDE_AT(q->mycol)),
                             UPC_SECTION(q->candidate, UPC_STRIDE_ALL, UPC_STRIDE_AT(q->mycol)), 1,
                             candidate_size(q) * sizeof(double), UPC_FUNC, better_candidate, q,
                             UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
  start = app_begin();
  if (app_has_data()) take_candidate(p, j);
  else if (on_diagonal(q, p->k)) p->open++;
  app_work((double)(q->height - p->open), "dgetrf");
  app_end(APP_COMPUTE, start);
}

/* Columns from .. from + count - 1 of my open rows, and of `top`, less L U: L are the `inner` columns before them. */
static void update(const panel_t *p, size_t from, size_t count, size_t inner) {
  const problem_t *q = p->q;
  const size_t l = from - inner, m = q->height - p->open;
  const double start = app_begin();
  double *const u = p->top + from * p->w + l;
  if (app_has_data()) {
    trsm("L", "N", "U", inner, count, p->top + l * p->w + l, p->w, u, p->w);
    if (m > 0)
      gemm("N", m, count, inner, -1, p->rows + l * q->ld + p->open, q->ld, u, p->w, 1,
           p->rows + from * q->ld + p->open, q->ld);
  }
  app_work((double)count * (double)inner * (double)(inner + 2 * m), "dgetrf");
  app_end(APP_COMPUTE, start);
}

/* Columns first .. first + count - 1, to which all updates with columns before them have been made. */
static void factor(panel_t *p, size_t first, size_t count) {
  const size_t half = count / 2;
  size_t j;
  if (count <= FEW) {
    for (j = first; j < first + count; j++) {
      find_pivot(p, j);
      if (j + 1 < first + count) update(p, j + 1, first + count - j - 1, 1);
    }
  } else {
    factor(p, first, half);
    update(p, first + half, count - half, half);
    factor(p, first + half, count - half);
  }
}

/* Together with the other threads of my grid column. */
static void factor_together(problem_t *q, size_t k, double *top) {
  const size_t w = width_of(q, k);
  panel_t p;
  size_t c;
  p.q = q, p.k = k, p.w = w;
  p.rows = q->mine + my_column(q, k) * q->ld;
  p.open = my_row(q, k);
  p.top = top;
  factor(&p, 0, w);
  if (on_diagonal(q, k) && app_has_data())
    for (c = 0; c < w; c++) memcpy(p.rows + c * q->ld + my_row(q, k), top + c * w, w * sizeof(double));
}

/* The grid has one row: the panel is mine alone. */
static void factor_alone(problem_t *q, size_t k, double *top) {
  const size_t first = k * q->block, w = width_of(q, k), m = q->n - first;
  const double start = app_begin();
  double *const panel = q->mine + my_column(q, k) * q->ld + first;
  size_t j;
  if (app_has_data()) {
    const size_t info = getrf(m, w, panel, q->ld, q->pivots + first);
    if (q->info == 0 && info > 0) q->info = info + first;
    for (j = 0; j < w; j++) {
      q->pivots[first + j] += (int)first;
      if (top != NULL) memcpy(top + j * w, panel + j * q->ld, w * sizeof(double));
    }
  }
  app_work((double)w * (double)w * ((double)m - (double)w / 3), "dgetrf");
  app_end(APP_COMPUTE, start);
}

/* L below the tile on the diagonal, to the message. */
static void write_lower(const problem_t *q, size_t k, double *message) {
  const size_t w = width_of(q, k), m = below(q, k);
  const double *const lower = q->mine + my_column(q, k) * q->ld + my_row(q, k + 1), start = app_begin();
  size_t j;
  for (j = 0; j < w; j++) memcpy(message + w * w + j * m, lower + j * q->ld, m * sizeof(double));
  app_end(APP_COMPUTE, start);
}

static void write_tail(const problem_t *q, size_t k, double *tail) {
  const size_t first = k * q->block, w = width_of(q, k);
  size_t j;
  for (j = 0; j < w; j++) tail[j] = q->pivots[first + j] - 1;
  tail[w] = (double)q->info;
}

void factor_panel(problem_t *q, size_t k, double *message, double *tail) {
  if (q->grid[0] > 1) factor_together(q, k, message);
  else factor_alone(q, k, message);
  if (!app_has_data()) return;
  if (message != NULL) write_lower(q, k, message), tail = message + message_of(q, k) - width_of(q, k) - 1;
  write_tail(q, k, tail);
}

/* Without data, pivots as random as those of a random matrix. */
static size_t some_row(const problem_t *q, size_t j) {
  return j + (size_t)((unsigned long long)j * 0x9e3779b97f4a7c15ull >> 20) % (q->n - j);
}

void take_pivots(problem_t *q, size_t k, const double *tail) {
  const size_t first = k * q->block, w = width_of(q, k);
  size_t j;
  for (j = 0; j < w; j++) q->pivots[first + j] = (int)(app_has_data() ? (size_t)tail[j] : some_row(q, first + j)) + 1;
  if (q->info == 0 && app_has_data()) q->info = (size_t)tail[w];
}
