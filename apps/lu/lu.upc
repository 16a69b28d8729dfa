/* SPDX-License-Identifier: BSD-3-Clause
 * lu.upc: PA = LU in the shape of the paper's Figure 11, with swaps of rows. At each step k:
 * - The grid column that owns panel k factors it. Each of its threads broadcasts its rows of L along its grid row, with
 *   the tile on the diagonal and the swaps.
 * - In each grid column the threads swap rows of their tiles right of the panel. Those in the grid row of the diagonal
 *   tile solve for row k of U (trsm) and broadcast it down their grid columns.
 * - Every thread subtracts L[i][k] U[k][j] from its tiles below (gemm).
 *
 * The owners of panel k+1 update this panel first, factor it and start to send it before they update their other panels
 * with panel k (look-ahead). So the others have their next panel when they need it.
 *
 * grid 1x2, 4 panels:    thread 0   factor 0   update 2, factor 2 ..          (2 with 0; then 2 with 1, which came
 *                        thread 1   update 1, factor 1, send, update 3 ..      meanwhile) */
#include <upc.h>
#include "lu.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"
#include "../common/turns.h"

/* `bytes` bytes at src, on the owner of panel k -> `to` of all threads before it and behind it in its grid row */
static void send(const problem_t *q, size_t k, broadcasts_t *b, upc_stride_array_t to, shared void *src, size_t bytes) {
  const long row = (long)q->myrow, cols = q->grid[1], owner = (long)k % cols;
  broadcasts_start(b, is_mine(q, k), to, row, row, 0, owner - 1, src, bytes);
  broadcasts_start(b, is_mine(q, k), to, row, row, owner + 1, cols - 1, src, bytes);
}

/* Panel k in A, on its owner, from the diagonal down: all others of the one grid row read it there. */
static void lend(problem_t *q, size_t k, broadcasts_t *b) {
  const size_t first = k * q->block, C = (size_t)q->grid[1], w = width_of(q, k);
  const long cols = (long)C, owner = (long)(k % C);
  shared void *const panel = app_at(q->A, 0, (k % C * q->columns + k / C * q->block) * q->ld + first);
  const size_t bytes = ((w - 1) * q->ld + q->n - first) * sizeof(double);
  const void **const at = &q->lent[k % 3];
  if (is_mine(q, k)) *at = (double *)panel;
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, 0, owner - 1, panel, bytes, at);
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, owner + 1, cols - 1, panel, bytes, at);
}

/* Factors panel k on its owners, and starts to send or lend it along the rows of the grid. */
static void start_panel(problem_t *q, size_t k, broadcasts_t *b) {
  const size_t owner = k % (size_t)q->grid[1], w = width_of(q, k);
  double start;
  if (is_mine(q, k)) factor_panel(q, k, q->in_place ? NULL : q->my_sent[k % 3], q->my_tail[k % 3]);
  start = app_begin();
  if (q->in_place) {
    lend(q, k, b);
    send(q, k, b, q->tail[k % 3], app_at(q->tail[k % 3], 0, owner * (q->block + 1)), (w + 1) * sizeof(double));
  } else {
    send(q, k, b, q->sent[k % 3], app_at(q->sent[k % 3], q->myrow, owner * q->message),
         message_of(q, k) * sizeof(double));
  }
  app_end(APP_MOVE, start);
}

/* Updates `count` of my columns right of panel k, from column `first` on. */
static void update(const problem_t *q, size_t k, const read_t *panel, size_t first, size_t count) {
  if (count == 0) return;
  swap_rows(q, k, first, count);
  solve_columns(q, k, panel, first, count);
  update_columns(q, k, panel, first, count);
}

void lu(void *problem) {
  problem_t *q = problem;
  broadcasts_t broadcasts[3] = {broadcasts_new(4), broadcasts_new(4), broadcasts_new(4)};
  size_t k;
  q->info = 0;
  if (!q->near) app_set_turn(broadcasts_turn, broadcasts); /* near threads copy for themselves */
  start_panel(q, 0, &broadcasts[0]);
  for (k = 0; k < q->panels; k++) {
    size_t first = my_column(q, k + 1);
    read_t panel;
    app_progress(k, q->panels);
    broadcasts_wait_receives(&broadcasts[k % 3]);
    panel = q->in_place ? lent(q, k) : in_message(q, k, q->my_sent[k % 3]);
    take_pivots(q, k, panel.tail);
    broadcasts_wait_sends(&broadcasts[(k + 1) % 3]); /* those of panel k - 2, whose buffers come next */
    if (k + 1 < q->panels) {
      if (is_mine(q, k + 1)) {
        const size_t w = width_of(q, k + 1);
        update(q, k, &panel, first, w);
        first += w;
      }
      start_panel(q, k + 1, &broadcasts[(k + 1) % 3]);
      update(q, k, &panel, first, q->width - first);
    }
  }
  app_set_turn(NULL, NULL);
  for (k = 0; k < 3; k++) broadcasts_free(&broadcasts[k]);
  if (q->in_place) { /* others read my panels until they have updated with the last one */
    app_wait();
    upc_barrier;
  }
  swap_left(q);
}
