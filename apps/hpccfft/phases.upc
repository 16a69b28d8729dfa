/* SPDX-License-Identifier: BSD-3-Clause
 * phases.upc: a thread's own work in the two phases, and the tables for it. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/timing.h"
#include "../common/work.h"

enum { COLUMNS = 64 }; /* that the cyclic phase takes at a time: they fit the first cache for some threads */

/* e^(-2 pi i k / n) */
static complex_t root(size_t k, size_t n) {
  complex_t w;
  const double angle = 2 * PI * (double)k / (double)n;
  w.re = cos(angle);
  w.im = -sin(angle);
  return w;
}

void make_tables(problem_t *q) {
  const size_t columns = q->rows / q->active;
  size_t i, t;
  if (!is_active(q)) return;
  q->roots = app_allocate(q->rows, sizeof *q->roots, "roots of unity");
  q->twiddles = app_allocate(q->rows, sizeof *q->twiddles, "twiddle factors");
  q->work = app_allocate(2 * q->rows, sizeof *q->work, "copies of my numbers");
  for (i = 0; i < q->rows; i++) q->roots[i] = root(i, q->rows);
  for (t = 0; t < q->active; t++)
    for (i = 0; i < columns; i++)
      q->twiddles[t * columns + i] = root(t * ((size_t)MYTHREAD * columns + i), q->n);
  if (!q->radix4)
    q->plan = local_fft_line((int)q->rows, q->my_cyclic, -1, EFFORT_MEASURE);
}

void free_tables(problem_t *q) {
  local_fft_free_plan(&q->plan);
  free(q->roots);
  free(q->twiddles);
  free(q->work);
}

/* `count` transforms of n numbers. */
static void worked(size_t n, size_t count) { app_work(5 * (double)n * log2((double)n) * (double)count, "fft"); }

void block_phase(const problem_t *q) {
  const double start = app_begin();
  if (q->plan.plan != NULL) {
    local_fft_run(&q->plan, q->my_cyclic, q->my_cyclic);
  } else {
    complex_t *result = radix4(q->rows, 1, q->my_cyclic, q->work, q->roots, 1);
    if (result != q->my_cyclic) memcpy(q->my_cyclic, result, q->rows * sizeof *result);
  }
  worked(q->rows, 1);
  app_end(APP_COMPUTE, start);
}

/* Some columns of the matrix of P rows are copied, multiplied by the twiddle factors, transformed and put back. */
static void some_columns(const problem_t *q, size_t first, size_t width) {
  const size_t columns = q->rows / q->active, size = q->active * width;
  complex_t *const x = q->work, *y;
  size_t t, i;
  for (t = 0; t < q->active; t++)
    for (i = 0; i < width; i++)
      x[t * width + i] = times(q->my_spread[t * columns + first + i], q->twiddles[t * columns + first + i]);
  y = radix4(q->active, width, x, x + size, q->roots, q->rows / q->active);
  for (t = 0; t < q->active; t++) memcpy(q->my_spread + t * columns + first, y + t * width, width * sizeof *y);
}

void cyclic_phase(const problem_t *q) {
  const size_t columns = q->rows / q->active;
  const double start = app_begin();
  size_t first, width;
  for (first = 0; first < columns; first += width) {
    width = columns - first < COLUMNS ? columns - first : COLUMNS;
    some_columns(q, first, width);
  }
  worked(q->active, columns);
  app_end(APP_COMPUTE, start);
}
