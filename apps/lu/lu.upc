/* SPDX-License-Identifier: BSD-3-Clause
 * lu.upc: PA = LU in the shape of the paper's Figure 11, with swaps of rows. At each step k:
 * - The grid column that owns panel k factors it. Each of its threads broadcasts its rows of L along its grid row, with
 *   the tile on the diagonal and the swaps.
 * - In each grid column the threads swap rows of their tiles right of the panel. Those in the grid row of the diagonal
 *   tile solve for row k of U (trsm) and broadcast it down their grid columns.
 * - Every thread subtracts L[i][k] U[k][j] from its tiles below (gemm).
 *
 * The owners of panel k+1 update this panel first, factor it and start to send it before they update their other panels
 * with panel k (look-ahead). So the others have their next panel when they need it. On a grid of one row the owner of
 * panel k+2 goes further: if panel k+1 has come between two pieces of its updates with panel k, panel k+2 comes first.
 *
 * grid 1x2, 4 panels:    thread 0   factor 0   update 2, factor 2 ..          (2 with 0; then 2 with 1, which came
 *                        thread 1   update 1, factor 1, send, update 3 ..      meanwhile) */
#include <upc.h>
#include "lu.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"

typedef struct {
  problem_t *q;
  broadcasts_t broadcasts[3]; /* entry k mod 3: those of panel k */
  size_t k, started;          /* columns are updated with panel k; the panels that are factored or awaited */
  int ahead;                  /* 1: panel k + 2 is mine, is updated with panel k, and waits for panel k + 1 */
} steps_t;

/* `bytes` bytes at src, on the owner of panel k -> `to` of all threads before it and behind it in its grid row */
static void send(const problem_t *q, size_t k, broadcasts_t *b, upc_stride_array_t to, shared void *src, size_t bytes) {
  const long row = (long)q->myrow, cols = q->grid[1], owner = (long)owner_of(q, k);
  broadcasts_start(b, is_mine(q, k), to, row, row, 0, owner - 1, src, bytes);
  broadcasts_start(b, is_mine(q, k), to, row, row, owner + 1, cols - 1, src, bytes);
}

/* Panel k in A, on its owner, from the diagonal down: all others of the one grid row read it there. */
static void lend(problem_t *q, size_t k, broadcasts_t *b) {
  const size_t first = k * q->block, w = width_of(q, k);
  const long cols = q->grid[1], owner = (long)owner_of(q, k);
  const size_t column = owner_of(q, k) * q->columns + k / (size_t)q->grid[1] * q->block;
  shared void *const panel = app_at(q->A, 0, column * q->ld + first);
  const size_t bytes = ((w - 1) * q->ld + q->n - first) * sizeof(double);
  const void **const at = &q->lent[k % 3];
  if (is_mine(q, k)) *at = (double *)panel;
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, 0, owner - 1, panel, bytes, at);
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, owner + 1, cols - 1, panel, bytes, at);
}

/* Factors panel k on its owners, and starts to send or lend it along the rows of the grid. */
static void start_panel(steps_t *s) {
  problem_t *q = s->q;
  const size_t k = s->started++, owner = owner_of(q, k), w = width_of(q, k);
  broadcasts_t *b = &s->broadcasts[k % 3];
  double start;
  broadcasts_wait_sends(b); /* those of panel k - 3, from the same buffers */
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

/* A lent panel crosses to this thread while dgemm reads it. */
static void state_reading(const problem_t *q, size_t k) {
  const double start = app_begin();
  app_work((double)width_of(q, k) * (double)(q->n - k * q->block), "fetch");
  app_end(APP_MOVE, start);
}

/* Panel k, when it has come. */
static read_t take_panel(steps_t *s, size_t k) {
  problem_t *q = s->q;
  read_t panel;
  broadcasts_wait_receives(&s->broadcasts[k % 3]);
  panel = q->in_place ? lent(q, k) : in_message(q, k, q->my_sent[k % 3]);
  if (q->in_place && !is_mine(q, k)) state_reading(q, k);
  take_pivots(q, k, panel.tail);
  return panel;
}

/* Updates my columns from panel `from` to before panel `end` with panel k. */
static void update(const problem_t *q, size_t k, const read_t *panel, size_t from, size_t end) {
  const size_t first = my_column(q, from), count = my_column(q, end) - first;
  if (count == 0) return;
  swap_rows(q, k, first, count);
  solve_columns(q, k, panel, first, count);
  update_columns(q, k, panel, first, count);
}

/* Between two pieces of an update (turns.h). */
static int turn(void *steps) {
  steps_t *s = steps;
  const size_t k = s->k;
  const int some = !s->q->near && broadcasts_turn(s->broadcasts); /* near threads copy for themselves */
  read_t panel;
  if (!s->ahead) return some;
  if (broadcasts_under_way(&s->broadcasts[(k + 1) % 3], &s->broadcasts[(k + 2) % 3])) return 1;
  s->ahead = 0;
  panel = take_panel(s, k + 1);
  update(s->q, k + 1, &panel, k + 2, k + 3);
  start_panel(s);
  return some;
}

/* Updates everything right of panel k with it, and starts the next panels. */
static void step(steps_t *s, size_t k) {
  problem_t *q = s->q;
  const read_t panel = take_panel(s, k);
  size_t from;
  s->k = k;
  if (s->started == k + 1 && k + 1 < q->panels) {
    update(q, k, &panel, k + 1, k + 2);
    start_panel(s);
  }
  from = s->started;
  if (q->grid[0] == 1 && from == k + 2 && from < q->panels && is_mine(q, from)) {
    update(q, k, &panel, from, from + 1);
    from++;
    s->ahead = 1;
  }
  update(q, k, &panel, from, q->panels);
  s->ahead = 0;
}

void lu(void *problem) {
  problem_t *q = problem;
  steps_t s;
  size_t k;
  s.q = q, s.started = 0, s.ahead = 0;
  for (k = 0; k < 3; k++) s.broadcasts[k] = broadcasts_new(4);
  q->info = 0;
  app_set_turn(turn, &s);
  start_panel(&s);
  for (k = 0; k < q->panels; k++) {
    app_progress(k, q->panels);
    step(&s, k);
  }
  app_set_turn(NULL, NULL);
  for (k = 0; k < 3; k++) broadcasts_free(&s.broadcasts[k]);
  if (q->in_place) { /* others read my panels until they have updated with the last one */
    app_wait();
    upc_barrier;
  }
  swap_left(q);
}
