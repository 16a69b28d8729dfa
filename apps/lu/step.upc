/* SPDX-License-Identifier: BSD-3-Clause
 * step.upc: a row of U and the update with it. The work is that of BLAS. */
#include <upc.h>
#include <string.h>
#include "lu.h"
#include "../common/blas.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"

/* The rows of U in my columns -> my_upper of all threads of my grid column */
static void share_upper(const problem_t *q, size_t k, const double *a, size_t count) {
  const size_t w = width_of(q, k), col = q->mycol;
  double start = app_begin();
  size_t j;
  if (on_diagonal(q, k) && app_has_data())
    for (j = 0; j < count; j++) memcpy(q->my_upper + j * w, a + j * q->ld, w * sizeof(double));
  app_end(APP_COMPUTE, start);
  start = app_begin();
  /* upper of the thread on the diagonal tile's grid row -> upper of all threads of this grid column */
  upc_stride_broadcast(UPC_SECTION(q->upper, UPC_STRIDE_ALL, UPC_STRIDE_AT((long)col)),
                       app_at(q->upper, diagonal_of(q, k), col * row_buffer(q)), w * count * sizeof(double),
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
}

void solve_columns(const problem_t *q, const read_t *panel, size_t first, size_t count) {
  const size_t k = panel->k, w = width_of_all(q, k, panel->end);
  double *const a = q->mine + first * q->ld + my_row(q, k);
  const double start = app_begin();
  if (count == 0) return;
  if (on_diagonal(q, k)) {
    if (app_has_data()) trsm_in_parts(0, w, count, panel->top, panel->ldt, a, q->ld);
    app_work((double)w * (double)w * (double)count, "dtrsm");
  }
  app_end(APP_COMPUTE, start);
  if (q->grid[0] > 1) share_upper(q, k, a, count);
}

void update_columns(const problem_t *q, const read_t *panel, size_t first, size_t count, size_t done, size_t rows) {
  const size_t k = panel->k, w = width_of_all(q, k, panel->end);
  const int copied = q->grid[0] > 1; /* U; else it is where it was computed */
  double *const column = q->mine + first * q->ld, *const a = column + my_row(q, panel->end) + done;
  const double *const u = copied ? q->my_upper : column + my_row(q, k), *const l = panel->lower + done;
  const size_t ldu = copied ? w : q->ld;
  size_t j, piece;
  if (rows == 0) return;
  for (j = 0; j < count; j += piece) {
    double start;
    piece = app_piece(count - j, APP_LEAST_PIECE); /* dgemm packs L again for each piece */
    start = app_begin();
    if (app_has_data()) gemm("N", rows, piece, w, -1, l, panel->ldl, u + j * ldu, ldu, 1, a + j * q->ld, q->ld);
    app_work(2 * (double)rows * (double)piece * (double)w, "dgemm");
    app_work((double)rows * (double)piece, "update"); /* read from memory and written, however narrow the panel is */
    app_end(APP_COMPUTE, start);
  }
}
