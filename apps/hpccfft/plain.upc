/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: the steps of hpccfft.h without collectives. Between barriers every thread gets what it needs: pieces of
 * rows. */
#include <upc_relaxed.h>
#include "hpccfft.h"
#include "../common/timing.h"

/* `count` numbers from element (i, j) on, all on one thread. */
static void get(complex_t *dst, upc_stride_array_t src, size_t i, size_t j, size_t count) {
  const size_t index[] = {i, j};
  upc_memget(dst, upc_stride_at(src, index), count * sizeof *dst);
}

/* My rows of a matrix in whole columns, `width` on each thread, with `length` numbers a row. */
static void get_rows(complex_t *dst, upc_stride_array_t src, const share_t *rows, size_t length, size_t width) {
  size_t i, j;
  for (i = 0; i < rows->count; i++)
    for (j = 0; j < length; j += width) get(dst + i * length + j, src, rows->first + i, j, smaller(width, length - j));
}

static void wait_for_all(void) {
  app_wait();
  upc_barrier;
}

/* What a thread gets in a step. */
enum { COLUMNS, ROWS, RESULT };

static void fetch(const problem_t *q, int what) {
  const double start = app_begin();
  size_t i;
  if (!is_active(q)) return;
  if (what == COLUMNS)
    for (i = 0; i < q->n1 && q->along2.count > 0; i++)
      get(q->my_memory + i * q->along2.each, q->x_before, i, q->along2.first, q->along2.count);
  if (what == ROWS) get_rows(q->my_lines, q->columns, &q->along1, q->n2, q->along2.each);
  if (what == RESULT) get_rows(q->my_x, q->turned, &q->along2, q->n1, q->along1.each);
  app_end(APP_MOVE, start);
}

void plain(void *problem) {
  const problem_t *q = problem;
  fetch(q, COLUMNS);
  if (is_active(q)) column_phase(q);
  wait_for_all();
  fetch(q, ROWS);
  wait_for_all(); /* the columns may be overwritten */
  if (is_active(q)) row_phase(q);
  wait_for_all();
  fetch(q, RESULT);
}
