/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: the five steps without collectives. Between barriers every thread gets what it needs: single numbers for
 * the shuffle, and pieces for the other redistributions. */
#include <upc_relaxed.h>
#include "hpccfft.h"
#include "../common/timing.h"

/* The address of element j of a vector. */
static shared [] complex_t *at(upc_stride_array_t array, size_t j) {
  return (shared [] complex_t *)upc_stride_at(array, &j);
}

static void shuffle(const problem_t *q) {
  const double start = app_begin();
  size_t i;
  for (i = 0; i < q->rows; i++)
    upc_memget(&q->my_cyclic[i], at(q->x, (size_t)MYTHREAD + q->active * i), sizeof(complex_t));
  app_end(APP_MOVE, start);
}

static void redistribute(const problem_t *q, complex_t *mine, upc_stride_array_t src) {
  const size_t piece = q->rows / q->active;
  const double start = app_begin();
  size_t t;
  for (t = 0; t < q->active; t++)
    upc_memget(mine + t * piece, at(src, t * q->rows + (size_t)MYTHREAD * piece), piece * sizeof(complex_t));
  app_end(APP_MOVE, start);
}

static void wait_for_all(void) {
  app_wait();
  upc_barrier;
}

void plain(void *problem) {
  const problem_t *q = problem;
  const int active = is_active(q);
  if (active) shuffle(q), block_phase(q);
  wait_for_all();
  if (active) redistribute(q, q->my_spread, q->cyclic), cyclic_phase(q);
  wait_for_all();
  if (active) redistribute(q, q->my_x, q->spread);
}
