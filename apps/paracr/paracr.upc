/* SPDX-License-Identifier: BSD-3-Clause
 * paracr.upc: the phases of paracr.h, with collectives. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "paracr.h"
#include "../common/memory.h"
#include "../common/timing.h"

#define SYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

/* The last P equations of each block -> the halo of the next thread, the first P -> the halo of the one before. */
static void get_halo(const problem_t *q) {
  const long long P = (long long)q->active, rows = (long long)q->rows;
  const double start = app_begin();
  upc_stride_handle_t up, down;
  up = upc_stride_copy_nb(UPC_SECTION(q->halo, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_ALL, UPC_STRIDE_RANGE(0, P - 1)),
                          UPC_SECTION(q->blocks, UPC_STRIDE_RANGE(0, P - 2), UPC_STRIDE_ALL,
                                      UPC_STRIDE_RANGE(rows - P, rows - 1)), SYNC);
  down = upc_stride_copy_nb(UPC_SECTION(q->halo, UPC_STRIDE_RANGE(0, P - 2), UPC_STRIDE_ALL,
                                        UPC_STRIDE_RANGE(P, 2 * P - 1)),
                            UPC_SECTION(q->blocks, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_ALL,
                                        UPC_STRIDE_RANGE(0, P - 1)), SYNC);
  upc_stride_wait(&up);
  upc_stride_wait(&down);
  app_end(APP_MOVE, start);
}

/* Reduces my block with its halo, in private memory. Each step makes P - 1 equations wrong at most, all in the halo. */
static void block_phase(const problem_t *q) {
  const size_t P = q->active, rows = q->rows;
  const double start = app_begin();
  const system_t *result;
  int v;
  for (v = 0; v < VECTORS; v++) {
    double *const to = q->work[0].v[v];
    memcpy(to, q->my_halo.v[v], P * sizeof *to);
    memcpy(to + P, q->my_blocks.v[v], rows * sizeof *to);
    memcpy(to + P + rows, q->my_halo.v[v] + P, P * sizeof *to);
  }
  result = reduce_steps(&q->work[0], &q->work[1], P);
  for (v = 0; v < VECTORS; v++) memcpy(q->my_blocks.v[v], result->v[v] + P, rows * sizeof(double));
  app_end(APP_COMPUTE, start);
}

/* All four vectors, block to cyclic, as one transposition: equation i = rows * r + P * j + t is at [r][v][j][t] of the
 * blocks, and goes to [t][v][r][j]. */
static void make_cyclic(const problem_t *q) {
  static const int order[] = {3, 1, 0, 2};
  const double start = app_begin();
  upc_stride_transform(UPC_SECTION(q->cyclic, UPC_STRIDE_ALL), UPC_SECTION(q->by_remainder, UPC_STRIDE_ALL), order,
                       NULL, NULL, UPC_DOUBLE, SYNC);
  app_end(APP_MOVE, start);
}

static void cyclic_phase(const problem_t *q, const system_t *mine, double *x) {
  const double start = app_begin();
  const system_t other = part_of(&q->work[0], 0, mine->count);
  if (q->thomas) solve_by_elimination(mine, x);
  else solve_reduced(reduce_steps(mine, &other, mine->count), x);
  app_end(APP_COMPUTE, start);
}

/* The part of the solution on thread t -> x[t], x[t + P] .. on all threads, for each t: P assignments in flight. */
static void return_solution(const problem_t *q) {
  upc_stride_handle_t *handles = app_allocate(q->active, sizeof *handles, "handles");
  const long long P = (long long)q->active, rows = (long long)q->rows;
  const double start = app_begin();
  long long t;
  for (t = 0; t < P; t++)
    handles[t] = upc_stride_copy_nb(UPC_SECTION(q->x, UPC_STRIDE_STEP(t, P, P * rows - 1)),
                                    UPC_SECTION(q->x_cyclic, UPC_STRIDE_RANGE(t * rows, (t + 1) * rows - 1)), SYNC);
  for (t = 0; t < P; t++) upc_stride_wait(&handles[t]);
  app_end(APP_MOVE, start);
  free(handles);
}

void paracr(void *problem) {
  const problem_t *q = problem;
  if (!is_active(q)) return; /* no member of any call */
  if (q->active == 1) {
    cyclic_phase(q, &q->my_blocks, q->my_x);
    return;
  }
  get_halo(q);
  block_phase(q);
  make_cyclic(q);
  cyclic_phase(q, &q->my_cyclic, q->my_x_cyclic);
  return_solution(q);
}
