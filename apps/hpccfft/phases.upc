/* SPDX-License-Identifier: BSD-3-Clause
 * phases.upc: a thread's own work in the two phases. A few lines at a time are copied to a buffer and transformed. They
 * are multiplied by twiddle factors or turned while they are copied back. */
#include <upc.h>
#include <math.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/timing.h"
#include "../common/work.h"

/* `count` transforms of n numbers. */
static void worked(size_t n, size_t count) { app_work(5 * (double)n * log2((double)n) * (double)count, "fft"); }

/* ---- columns ---- */

/* Element (row, column) of the matrix, where the column phase finds it; the column is counted from my first one. */
static const complex_t *before_columns(const problem_t *q, size_t row, size_t column) {
  const size_t each = q->along1.each;
  if (!q->near) return q->my_memory + row * q->along2.each + column;
  return q->x_of[row / each] + row % each * q->n2 + q->along2.first + column;
}

static complex_t *transform_columns(const problem_t *q) {
  if (q->down.plan == NULL) return radix4(q->n1, LINES, q->buffer, q->work, q->roots, q->n2 / q->n1);
  local_fft_run(&q->down, q->buffer, q->buffer);
  return q->buffer;
}

/* w_n^(k1 j2) for `count` columns j2 from `first` on, as a product: w_n^(k1 first) w_n^(k1 b) */
static void multiply(const problem_t *q, complex_t *to, const complex_t *from, size_t k1, size_t first, size_t count) {
  const size_t power = k1 * first, low = power & (q->n2 - 1), high = power >> q->high;
  const complex_t w = times(q->twiddles[low], q->roots[high * (q->n2 / q->n1)]);
  const complex_t *const few = q->few_twiddles + k1 * LINES;
  size_t b;
  for (b = 0; b < count; b++) to[b] = times(from[b], times(w, few[b]));
}

static void columns(const problem_t *q) {
  const complex_t *y;
  size_t c, row, count;
  for (c = 0; c < q->along2.count; c += LINES) {
    count = smaller(LINES, q->along2.count - c);
    for (row = 0; row < q->n1; row++)
      memcpy(q->buffer + row * LINES, before_columns(q, row, c), count * sizeof(complex_t));
    y = transform_columns(q);
    for (row = 0; row < q->n1; row++)
      multiply(q, q->my_memory + row * q->along2.each + c, y + row * LINES, row, q->along2.first + c, count);
  }
}

void column_phase(const problem_t *q) {
  const double start = app_begin();
  if (app_has_data()) columns(q);
  worked(q->n1, q->along2.count);
  app_end(APP_COMPUTE, start);
}

/* ---- rows ---- */

/* Row `row` of mine -> a line of the buffer */
static void get_row(const problem_t *q, size_t row, complex_t *line) {
  const size_t each = q->along2.each;
  size_t t, first;
  if (!q->near) {
    memcpy(line, q->my_lines + row * q->n2, q->n2 * sizeof *line);
    return;
  }
  for (t = 0, first = 0; first < q->n2; t++, first += each)
    memcpy(line + first, q->memory_of[t] + (q->along1.first + row) * each, smaller(each, q->n2 - first) * sizeof *line);
}

/* Element (k2, row) of the result, whose columns are my rows. */
static complex_t *after_rows(const problem_t *q, size_t k2, size_t row) {
  const size_t each = q->along2.each;
  if (!q->near) return q->my_memory + k2 * q->along1.each + row;
  return q->x_of[k2 / each] + k2 % each * q->n1 + q->along1.first + row;
}

static void transform_rows(const problem_t *q, size_t count) {
  const size_t pitch = row_pitch(q);
  size_t b;
  if (q->along.plan != NULL) {
    local_fft_run(&q->along, q->buffer, q->buffer);
    return;
  }
  for (b = 0; b < count; b++) {
    complex_t *const line = q->buffer + b * pitch, *const y = radix4(q->n2, 1, line, q->work, q->roots, 1);
    if (y != line) memcpy(line, y, q->n2 * sizeof *y);
  }
}

static void rows(const problem_t *q) {
  const size_t pitch = row_pitch(q);
  size_t row, k2, b, count;
  for (row = 0; row < q->along1.count; row += LINES) {
    count = smaller(LINES, q->along1.count - row);
    for (b = 0; b < count; b++) get_row(q, row + b, q->buffer + b * pitch);
    transform_rows(q, count);
    for (k2 = 0; k2 < q->n2; k2++) {
      complex_t *const to = after_rows(q, k2, row);
      for (b = 0; b < count; b++) to[b] = q->buffer[b * pitch + k2];
    }
  }
}

void row_phase(const problem_t *q) {
  const double start = app_begin();
  if (app_has_data()) rows(q);
  worked(q->n2, q->along1.count);
  app_end(APP_COMPUTE, start);
}
