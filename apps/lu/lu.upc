/* SPDX-License-Identifier: BSD-3-Clause
 * lu.upc: PA = LU in the shape of the paper's Figure 11, with swaps of rows. At each step k:
 * - The owner of panel k factors it (getrf) and broadcasts it to all threads, with the swaps.
 * - Every thread swaps the rows of its panels right of it, solves for its part of row k of U (trsm), and subtracts
 *   L[i][k] U[k][j] from what is below (gemm).
 *
 * The owner of panel k+1 updates this panel first, factors it and starts to send it before it updates its other panels
 * with panel k (look-ahead). So the others have their next panel when they need it.
 *
 * 2 threads, 4 panels:   thread 0   factor 0   update 2, factor 2 ..          (2 with 0; then 2 with 1, which came
 *                        thread 1   update 1, factor 1, send, update 3 ..      meanwhile) */
#include <upc.h>
#include "lu.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"

/* Factors panel k on its owner, and starts its broadcast to all other threads. */
static void start_panel(problem_t *q, size_t k, broadcasts_t *b) {
  const long owner = (long)(k % THREADS);
  shared void *const message = app_at(q->sent[k % 3], 0, (size_t)owner * q->message);
  const size_t bytes = message_of(q, k) * sizeof(double);
  if (is_mine(k)) factor_panel(q, k, q->my_sent[k % 3]);
  double start = app_begin();
  /* sent[k % 3] of the owner -> sent[k % 3] of all threads before it and behind it */
  broadcasts_start(b, is_mine(k), q->sent[k % 3], 0, 0, 0, owner - 1, message, bytes);
  broadcasts_start(b, is_mine(k), q->sent[k % 3], 0, 0, owner + 1, THREADS - 1, message, bytes);
  app_end(APP_MOVE, start);
}

/* Updates my panels right of panel k, from my column `first` on, a few at a time so that broadcasts go on meanwhile. */
static void update_rest(const problem_t *q, size_t k, size_t first, broadcasts_t *b) {
  const size_t few = (q->width - first + 3) / 4;
  for (; first < q->width; first += few) {
    update_columns(q, k, q->my_sent[k % 3], first, at_most(few, q->width - first));
    broadcasts_progress(b);
  }
}

void lu(void *problem) {
  problem_t *q = problem;
  broadcasts_t broadcasts[3] = {broadcasts_new(2), broadcasts_new(2), broadcasts_new(2)};
  size_t k;
  q->info = 0;
  start_panel(q, 0, &broadcasts[0]);
  for (k = 0; k < q->panels; k++) {
    size_t first = my_column(q, k + 1);
    app_progress(k, q->panels);
    broadcasts_wait_receives(&broadcasts[k % 3]);
    take_pivots(q, k, q->my_sent[k % 3]);
    broadcasts_wait_sends(&broadcasts[(k + 1) % 3]); /* those of panel k - 2, whose buffers come next */
    if (k + 1 < q->panels) {
      if (is_mine(k + 1)) {
        update_columns(q, k, q->my_sent[k % 3], first, width_of(q, k + 1));
        first += width_of(q, k + 1);
      }
      start_panel(q, k + 1, &broadcasts[(k + 1) % 3]);
      update_rest(q, k, first, &broadcasts[(k + 1) % 3]);
    }
  }
  for (k = 0; k < 3; k++) broadcasts_free(&broadcasts[k]);
  swap_left(q);
}
