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
 * Narrow panels that are lent are in groups. Else a group is one panel. A panel is updated at once with those of its
 * own group and of the group before it. It is updated with an earlier group when this is complete. Then the owner of
 * the group's last panel lends the L of the group, joined to one wide panel: with narrow ones dgemm would read and
 * write all columns for each. A thread updates its columns in pieces. Between two pieces it takes panels of the next
 * group as they come, and factors those behind them.
 *
 * groups of 2:          panels     0 1   2 3   4 5   6 7
 *   panels 0 and 1 update          now   now   later: when panel 1 has come; first 4 and 5, then the others
 *   panels 2 and 3 update                now   now   later: when panel 3 has come
 * "now": as soon as the panel has come. Panels 2 and 3 may come while 0 and 1 update the others, in pieces. */
#include <upc.h>
#include <assert.h>
#include <string.h>
#include "lu.h"
#include "../common/broadcasts.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"
#include "../tuned.h"

typedef struct {
  problem_t *q;
  broadcasts_t broadcasts[3]; /* entry k mod 3: those of panel k */
  broadcasts_t joins[2];      /* entry k mod 2: those of group k */
  size_t started, taken;      /* the panels that are factored or awaited; those of them that have come */
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
  const void **const at = &q->lent[k];
  if (is_mine(q, k)) *at = (double *)panel;
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, 0, owner - 1, panel, bytes, at);
  broadcasts_lend(b, is_mine(q, k), q->sent[k % 3], 0, 0, owner + 1, cols - 1, panel, bytes, at);
}

/* All panels before panel k have updated its columns. They stay as they are from now on, since others read them. */
static void finish_columns(const problem_t *q, size_t k) {
  size_t j = my_column(q, k);
  for (; j < my_column(q, k + 1); j++) {
    assert(q->updates[j] == k);
    q->updates[j] = q->panels;
  }
}

/* Factors panel k on its owners, and starts to send or lend it along the rows of the grid. */
static void start_panel(steps_t *s) {
  problem_t *q = s->q;
  const size_t k = s->started++, owner = owner_of(q, k), w = width_of(q, k);
  broadcasts_t *b = &s->broadcasts[k % 3];
  double start;
  broadcasts_wait_sends(b); /* those of panel k - 3, from the same buffers */
  if (is_mine(q, k)) {
    finish_columns(q, k);
    factor_panel(q, k, q->in_place ? NULL : q->my_sent[k % 3], q->my_tail[k % 3]);
  }
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

/* Panels first .. end - 1, one or a joined group, cross to this thread while dgemm reads them in another thread's
 * memory: in that of the owner of the last one. */
static void state_reading(const problem_t *q, size_t first, size_t end) {
  const double start = app_begin();
  for (; q->in_place && !is_mine(q, end - 1) && first < end; first++)
    app_work((double)width_of(q, first) * (double)(q->n - first * q->block), "fetch");
  app_end(APP_MOVE, start);
}

/* Swaps the rows of `count` of my columns from `first` on, and computes their part of U. All panels before this one
 * have updated them. */
static void begin_update(const problem_t *q, const read_t *panel, size_t first, size_t count) {
  size_t j;
  for (j = first; j < first + count; j++) {
    assert(q->updates[j] == panel->k);
    q->updates[j] = panel->end;
  }
  swap_rows(q, panel->k, panel->end, first, count);
  solve_columns(q, panel, first, count);
}

/* Updates these columns. */
static void update(const problem_t *q, const read_t *panel, size_t first, size_t count) {
  if (count == 0) return;
  begin_update(q, panel, first, count);
  update_columns(q, panel, first, count, 0, below(q, panel->end - 1));
}

/* Where the L of a group is joined, one column behind the other. Panel k is the last one of the group. Each group has a
 * place of its own, since others read it until they have updated with it. */
static shared void *place_of(const problem_t *q, size_t k) {
  return app_at(q->joined, 0, owner_of(q, k) * q->most_joined + joined_before(q, k));
}

/* Copies the L of panel k behind that of the panels before it in its group. Its swaps are made in those, too. */
static void join(const problem_t *q, size_t k, double *all) {
  const size_t from = k / q->group * q->group, first = from * q->block, ld = q->n - first;
  const size_t row = k * q->block - first, w = width_of(q, k);
  const double start = app_begin(), *const panel = q->lent[k];
  size_t j;
  for (j = 0; j < w && app_has_data(); j++)
    memcpy(all + (row + j) * ld + row, panel + j * q->ld, (ld - row) * sizeof *all);
  if (!is_mine(q, k)) app_work((double)w * (double)(ld - row), "fetch");
  app_end(APP_MOVE, start);
  permute_rows(q, all, ld, row, first, k * q->block, k * q->block + w);
}

/* The owner of the last panel of a group joins its panels as they come, and lends the L of the group to all others. */
static void join_and_lend(steps_t *s, size_t k) {
  problem_t *q = s->q;
  const size_t group = k / q->group, last = group_end(q, k, 0) - 1, bytes = joined_size(q, last) * sizeof(double);
  const long cols = q->grid[1], owner = (long)owner_of(q, last);
  broadcasts_t *const b = &s->joins[group % 2];
  shared void *const place = place_of(q, last);
  const void **const at = &q->lent_joined[group];
  double start;
  if (is_mine(q, last)) *at = (double *)place, join(q, k, (double *)place);
  if (k < last) return;
  start = app_begin();
  assert(b->nreceives == 0); /* the L of the group before the last one has come here; now it has come to all */
  broadcasts_wait_sends(b);
  broadcasts_lend(b, is_mine(q, last), q->joined, 0, 0, 0, owner - 1, place, bytes, at);
  broadcasts_lend(b, is_mine(q, last), q->joined, 0, 0, owner + 1, cols - 1, place, bytes, at);
  app_end(APP_MOVE, start);
}

/* The L of panels k .. end - 1, a group, when it has come. So have their swaps. */
static read_t joined(steps_t *s, size_t k, size_t end) {
  const problem_t *q = s->q;
  const double start = app_begin();
  read_t all;
  assert(s->taken >= end);
  broadcasts_wait_receives(&s->joins[k / q->group % 2]);
  app_end(APP_MOVE, start);
  all.top = q->lent_joined[k / q->group], all.lower = all.top + width_of_all(q, k, end), all.tail = NULL;
  all.ldt = all.ldl = q->n - k * q->block;
  all.k = k, all.end = end;
  return all;
}

/* Takes the next panel when it has come, and updates the rest of its group and the next one with it. The panel behind
 * it comes first: it is factored and sent. */
static void take_panel(steps_t *s) {
  problem_t *q = s->q;
  const size_t k = s->taken++, end = group_end(q, k, 1);
  const size_t next = my_column(q, k + 1), rest = my_column(q, k + 2), last = my_column(q, end);
  read_t panel;
  broadcasts_wait_receives(&s->broadcasts[k % 3]);
  panel = panel_of(q, k);
  take_pivots(q, k, panel.tail);
  if (k + 1 == q->panels) return;
  if (last > next) state_reading(q, k, k + 1);
  update(q, &panel, next, rest - next);
  start_panel(s);
  if (is_joined(q, k)) join_and_lend(s, k);
  update(q, &panel, rest, last - rest);
}

/* The same for all panels before `end` that have come, on a grid of one row. */
static void take_some(steps_t *s, size_t end) {
  broadcasts_t *const b = s->broadcasts;
  if (s->q->grid[0] > 1) return;
  while (s->taken < end && !broadcasts_under_way(&b[s->taken % 3], &b[(s->taken + 1) % 3])) take_panel(s);
}

/* The rows of the next of the pieces of update_far, of `left` ones of `count` columns. They are in pieces while this
 * thread is to take a panel before `end` and to update others with it. */
static size_t piece_of(const steps_t *s, size_t end, size_t count, size_t left) {
  const problem_t *q = s->q;
  const size_t k = s->taken, rows = app_product_piece(count);
  if (q->grid[0] > 1 || k >= end) return left;
  if (q->group == 1 && my_column(q, group_end(q, k, 1)) == my_column(q, k + 1)) return left;
  return at_most(left, rows < LU_PIECE ? LU_PIECE : rows);
}

/* Updates the columns right of the next group with panels from .. end - 1, a group. The first of them are those of the
 * group behind the next one. When they are done, panels of the next group, which update them too, can be taken. */
static void update_far(steps_t *s, size_t from, size_t end) {
  const problem_t *q = s->q;
  const size_t next = group_end(q, from, 1), rows = below(q, end - 1);
  const size_t column = my_column(q, next), others = my_column(q, group_end(q, from, 2)), count = q->width - others;
  size_t done, piece;
  read_t panel;
  if (next == q->panels) return;
  if (column < q->width) state_reading(q, from, end);
  panel = q->group > 1 ? joined(s, from, end) : panel_of(q, from);
  update(q, &panel, column, others - column);
  if (count == 0) return;
  for (done = 0; done < count; done += piece) {
    take_some(s, next);
    piece = q->grid[0] == 1 ? at_most(count - done, APP_LEAST_PIECE) : count;
    begin_update(q, &panel, others + done, piece);
  }
  for (done = 0; done < rows; done += piece) {
    take_some(s, next);
    piece = piece_of(s, next, count, rows - done);
    update_columns(q, &panel, others, count, done, piece);
  }
}

void lu(void *problem) {
  problem_t *q = problem;
  steps_t s;
  size_t k, end;
  s.q = q, s.started = s.taken = 0;
  for (k = 0; k < 3; k++) s.broadcasts[k] = broadcasts_new(4);
  for (k = 0; k < 2; k++) s.joins[k] = broadcasts_new(2);
  q->info = 0;
  memset(q->updates, 0, q->width * sizeof *q->updates);
  if (!q->near) app_set_turn(broadcasts_turn, s.broadcasts); /* near threads copy for themselves */
  start_panel(&s);
  for (k = 0; k < q->panels; k = end) {
    app_progress(k, q->panels);
    end = group_end(q, k, 0);
    while (s.taken < end) take_panel(&s);
    update_far(&s, k, end);
  }
  app_set_turn(NULL, NULL);
  for (k = 0; k < 3; k++) broadcasts_free(&s.broadcasts[k]);
  for (k = 0; k < 2; k++) broadcasts_free(&s.joins[k]);
  if (q->in_place) { /* others read my panels until they have updated with the last one */
    app_wait();
    upc_barrier;
  }
  swap_left(q);
}
