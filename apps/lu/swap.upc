/* SPDX-License-Identifier: BSD-3-Clause
 * swap.upc: the swaps of rows on a grid of several rows. Panel k swaps each row of the tile row on the diagonal, one
 * after another, with itself or with a row below it. Taken together, a row of another tile row goes up to the first row
 * that it was swapped with, and one of the diagonal's rows comes down in its place. So a grid column gathers the rows
 * that go up on the thread with the diagonal's rows, while this thread scatters those that go down.
 *
 *   tile row of rows 0 1 2     swaps 0 - 5, 1 - 2, 2 - 5:   row 5 goes up to place 0, 0 goes to 2 by way of 5,
 *                                                           2 goes to 1, and 1 goes down to 5 by way of 2 */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "lu.h"
#include "../common/memory.h"
#include "../common/timing.h"
#include "../common/work.h"

/* Where the rows go. Rows are counted in the whole matrix, places from the first row of the diagonal's tile row. */
typedef struct {
  size_t w;
  size_t *from;              /* for each place the row that goes there */
  size_t others;             /* rows of other tile rows, in the order of their grid rows */
  size_t *other, *up, *down; /* each of them; the place to which it goes; that of the row which comes down to it */
  size_t *start;             /* for each grid row the number of its first one; `others` after the last */
} moves_t;

static size_t *numbers(size_t count) { return (size_t *)app_allocate(count, sizeof(size_t), "swaps of rows"); }

static moves_t new_moves(const problem_t *q) {
  moves_t m;
  memset(&m, 0, sizeof m);
  m.from = numbers(q->block), m.other = numbers(q->block), m.up = numbers(q->block), m.down = numbers(q->block);
  m.start = numbers((size_t)q->grid[0] + 1);
  return m;
}

static void free_moves(moves_t *m) { free(m->from), free(m->other), free(m->up), free(m->down), free(m->start); }

/* The number of a row among the others; if it is new, m->others. */
static size_t find_other(const moves_t *m, size_t row) {
  size_t i = 0;
  while (i < m->others && m->other[i] != row) i++;
  return i;
}

static void add_swaps(const problem_t *q, size_t k, moves_t *m) {
  const size_t first = k * q->block;
  size_t j, i;
  m->w = width_of(q, k), m->others = 0;
  for (j = 0; j < m->w; j++) m->from[j] = first + j;
  for (j = 0; j < m->w; j++) {
    const size_t row = (size_t)q->pivots[first + j] - 1, here = m->from[j];
    if (row < first + m->w) {
      m->from[j] = m->from[row - first];
      m->from[row - first] = here;
      continue;
    }
    i = find_other(m, row);
    if (i == m->others) m->other[m->others++] = m->from[j] = row, m->up[i] = j;
    else m->from[j] = first + m->down[i];
    m->down[i] = here - first;
  }
}

static void exchange(size_t *x, size_t *y) {
  const size_t keep = *x;
  *x = *y;
  *y = keep;
}

/* The moves of panel k. */
static void find_moves(const problem_t *q, size_t k, moves_t *m) {
  size_t r, i, end = 0;
  add_swaps(q, k, m);
  for (r = 0; r < (size_t)q->grid[0]; r++) {
    m->start[r] = end;
    for (i = end; i < m->others; i++)
      if (grid_row(q, m->other[i]) == r) {
        exchange(&m->other[i], &m->other[end]), exchange(&m->up[i], &m->up[end]), exchange(&m->down[i], &m->down[end]);
        end++;
      }
  }
  m->start[r] = end;
}

/* The rows of grid row r that move, as a matrix in one of the buffers for all of them, and the number of its rows. */
static double *part(const problem_t *q, const moves_t *m, int buffer, size_t r, size_t count, size_t *rows) {
  *rows = m->start[r + 1] - m->start[r];
  return q->my_rows[buffer] + m->start[r] * count;
}

/* a: my columns. My rows that go up -> UP_FROM; on the diagonal's thread, the rows that go down -> DOWN_FROM. */
static void pack(const problem_t *q, size_t k, const moves_t *m, const double *a, size_t count) {
  const double *const tile = a + my_row(q, k);
  const size_t first = m->start[q->myrow], mine = m->start[q->myrow + 1] - first;
  size_t r, j, i, rows;
  for (j = 0; j < count; j++)
    for (i = 0; i < mine; i++)
      q->my_rows[UP_FROM][j * mine + i] = a[j * q->ld + local_row(q, m->other[first + i])];
  for (r = 0; r < (size_t)q->grid[0] && on_diagonal(q, k); r++) {
    double *const down = part(q, m, DOWN_FROM, r, count, &rows);
    for (j = 0; j < count; j++)
      for (i = 0; i < rows; i++) down[j * rows + i] = tile[j * q->ld + m->down[m->start[r] + i]];
  }
}

/* The rows that stay in the diagonal's tile row, and those that have come up. */
static void put_up(const problem_t *q, size_t k, const moves_t *m, double *a, size_t count) {
  const size_t first = k * q->block;
  double *const tile = a + my_row(q, k), *const old = q->spare;
  size_t r, j, i, rows;
  for (j = 0; j < count; j++) {
    double *const column = tile + j * q->ld;
    memcpy(old, column, m->w * sizeof *old);
    for (i = 0; i < m->w; i++)
      if (m->from[i] < first + m->w) column[i] = old[m->from[i] - first];
  }
  for (r = 0; r < (size_t)q->grid[0]; r++) {
    const double *const up = part(q, m, UP_TO, r, count, &rows);
    for (j = 0; j < count; j++)
      for (i = 0; i < rows; i++) tile[j * q->ld + m->up[m->start[r] + i]] = up[j * rows + i];
  }
}

static void put_down(const problem_t *q, const moves_t *m, double *a, size_t count) {
  const size_t first = m->start[q->myrow], mine = m->start[q->myrow + 1] - first;
  size_t j, i;
  for (j = 0; j < count; j++)
    for (i = 0; i < mine; i++)
      a[j * q->ld + local_row(q, m->other[first + i])] = q->my_rows[DOWN_TO][j * mine + i];
}

/* The start of a buffer on the thread of my grid column that has the diagonal's rows. */
static shared void *at_diagonal(const problem_t *q, size_t k, int buffer) {
  return app_at(q->rows[buffer], diagonal_of(q, k), q->mycol * row_buffer(q));
}

static upc_stride_section_t of_column(const problem_t *q, int buffer) {
  return UPC_SECTION(q->rows[buffer], UPC_STRIDE_ALL, UPC_STRIDE_AT((long)q->mycol));
}

static void move(const problem_t *q, size_t k, const moves_t *m, size_t count) {
  const upc_flag_t sync = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  const size_t rows = (size_t)q->grid[0];
  size_t *const bytes = numbers(rows), r;
  const double start = app_begin();
  upc_stride_handle_t up, down;
  for (r = 0; r < rows; r++) bytes[r] = (m->start[r + 1] - m->start[r]) * count * sizeof(double);
  /* UP_FROM of all threads of my grid column -> UP_TO of the diagonal's thread, one after another; */
  up = upc_stride_gatherv_nb(at_diagonal(q, k, UP_TO), of_column(q, UP_FROM), bytes, NULL, sync);
  /* parts of its DOWN_FROM -> DOWN_TO of all threads of my grid column */
  down = upc_stride_scatterv_nb(of_column(q, DOWN_TO), at_diagonal(q, k, DOWN_FROM), bytes, NULL, sync);
  upc_stride_wait(&up);
  upc_stride_wait(&down);
  app_end(APP_MOVE, start);
  free(bytes);
}

static void swap_together(const problem_t *q, size_t k, size_t first, size_t count) {
  double *const a = q->mine + first * q->ld;
  moves_t m = new_moves(q);
  double start = app_begin();
  find_moves(q, k, &m);
  if (app_has_data()) pack(q, k, &m, a, count);
  app_end(APP_COMPUTE, start);
  move(q, k, &m, count);
  start = app_begin();
  if (app_has_data() && on_diagonal(q, k)) put_up(q, k, &m, a, count);
  if (app_has_data()) put_down(q, &m, a, count);
  app_work((double)(on_diagonal(q, k) ? m.w + m.others : m.start[q->myrow + 1] - m.start[q->myrow]) * (double)count,
           "swap");
  app_end(APP_COMPUTE, start);
  free_moves(&m);
}

void swap_rows(const problem_t *q, size_t k, size_t end, size_t first, size_t count) {
  const size_t row = k * q->block;
  if (count == 0) return;
  if (q->grid[0] > 1) swap_together(q, k, first, count);
  else permute_rows(q, q->mine + first * q->ld, q->ld, count, 0, row, row + width_of_all(q, k, end));
}

void swap_left(const problem_t *q) {
  size_t k;
  for (k = 0; k < q->panels; k++) {
    if (q->grid[0] > 1) swap_rows(q, k, k + 1, 0, my_column(q, k));
    else if (is_mine(q, k) && k + 1 < q->panels)
      permute_rows(q, q->mine + my_column(q, k) * q->ld, q->ld, q->block, 0, (k + 1) * q->block, q->n);
  }
}
