/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: PA = LU without collectives, on a grid of one row. Between barriers, every thread gets the panel that it
 * needs from its owner. lu.upc is compared with this version. */
#include <upc.h>
#include <stdlib.h>
#include "lu.h"
#include "../common/memory.h"
#include "../common/timing.h"

void plain(void *problem) {
  problem_t *q = problem;
  double *panel = app_allocate(q->message, sizeof *panel, "a panel");
  size_t k;
  q->info = 0;
  for (k = 0; k < q->panels; k++) {
    const size_t first = my_column(q, k + 1);
    const double *message = q->my_sent[k % 3];
    read_t read;
    app_progress(k, q->panels);
    if (is_mine(q, k)) factor_panel(q, k, q->my_sent[k % 3], NULL);
    app_wait();
    upc_barrier;
    if (!is_mine(q, k)) {
      const double start = app_begin();
      upc_memget(panel, app_at(q->sent[k % 3], 0, owner_of(q, k) * q->message), message_of(q, k) * sizeof(double));
      app_end(APP_MOVE, start);
      message = panel;
    }
    read = in_message(q, k, message);
    take_pivots(q, k, read.tail);
    swap_rows(q, k, k + 1, first, q->width - first);
    solve_columns(q, &read, first, q->width - first);
    update_columns(q, &read, first, q->width - first, 0, below(q, k));
  }
  swap_left(q);
  free(panel);
}
