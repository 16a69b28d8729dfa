/* SPDX-License-Identifier: BSD-3-Clause
 * paracr.upc: the phases of paracr.h, with collectives. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "paracr.h"
#include "../common/memory.h"
#include "../common/timing.h"
#include "../tuned.h"

#define SYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

/* The last Q equations of each block -> the halo of the next thread, the first Q -> the halo of the one before. */
static void get_halo(const problem_t *q) {
  const long long P = (long long)q->active, Q = (long long)q->classes, rows = (long long)q->rows;
  const double start = app_begin();
  upc_stride_handle_t up, down;
  up = upc_stride_copy_nb(UPC_SECTION(q->halo, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_ALL, UPC_STRIDE_RANGE(0, Q - 1)),
                          UPC_SECTION(q->blocks, UPC_STRIDE_RANGE(0, P - 2), UPC_STRIDE_ALL,
                                      UPC_STRIDE_RANGE(rows - Q, rows - 1)), SYNC);
  down = upc_stride_copy_nb(UPC_SECTION(q->halo, UPC_STRIDE_RANGE(0, P - 2), UPC_STRIDE_ALL,
                                        UPC_STRIDE_RANGE(Q, 2 * Q - 1)),
                            UPC_SECTION(q->blocks, UPC_STRIDE_RANGE(1, P - 1), UPC_STRIDE_ALL,
                                        UPC_STRIDE_RANGE(0, Q - 1)), SYNC);
  upc_stride_wait(&up);
  upc_stride_wait(&down);
  app_end(APP_MOVE, start);
}

/* Reduces `count` equations of my block, in private memory, and writes them back. The steps make at most Q - 1
 * equations wrong on each side, all of them neighbours. Those on the left are overwritten by now: they were kept. */
static void reduce_part(const problem_t *q, size_t first, size_t count) {
  const size_t Q = q->classes, end = first + count;
  const system_t strip = part_of(&q->work[0], 0, count + 2 * Q), other = part_of(&q->work[1], 0, count + 2 * Q);
  const system_t *result;
  int v;
  for (v = 0; v < VECTORS; v++) {
    double *const to = strip.v[v];
    memcpy(to, first == 0 ? q->my_halo.v[v] : q->kept.v[v], Q * sizeof *to);
    memcpy(to + Q, q->my_blocks.v[v] + first, count * sizeof *to);
    memcpy(to + Q + count, end == q->rows ? q->my_halo.v[v] + Q : q->my_blocks.v[v] + end, Q * sizeof *to);
    memcpy(q->kept.v[v], to + count, Q * sizeof *to);
  }
  result = reduce_steps(&strip, &other, Q);
  for (v = 0; v < VECTORS; v++) memcpy(q->my_blocks.v[v] + first, result->v[v] + Q, count * sizeof(double));
}

/* In strips that fit the cache. Their lengths are multiples of Q, as rows is. */
static void block_phase(const problem_t *q) {
  const double start = app_begin();
  const size_t strip = q->classes < PARACR_STRIP / 8 ? PARACR_STRIP : 8 * q->classes;
  size_t first;
  for (first = 0; first < q->rows; first += strip)
    reduce_part(q, first, q->rows - first < strip ? q->rows - first : strip);
  app_end(APP_COMPUTE, start);
}

/* All four vectors, block to cyclic, as one transposition: equation i = rows * r + Q * j + t is at [r][v][j][t] of the
 * blocks, and goes to [t][v][r][j]. */
static void make_cyclic(const problem_t *q) {
  static const int order[] = {3, 1, 0, 2};
  const double start = app_begin();
  upc_stride_transform(UPC_SECTION(q->cyclic, UPC_STRIDE_ALL), UPC_SECTION(q->by_remainder, UPC_STRIDE_ALL), order,
                       NULL, NULL, UPC_DOUBLE, SYNC);
  app_end(APP_MOVE, start);
}

static void solve(const problem_t *q, const system_t *mine, double *x) {
  const system_t other = part_of(&q->work[0], 0, mine->count);
  if (q->thomas) solve_in_chains(mine, q->work, x);
  else solve_reduced(reduce_steps(mine, &other, mine->count), x);
}

/* My classes, one after another. In memory, a class is its four vectors. */
static void cyclic_phase(const problem_t *q) {
  const size_t first = (size_t)MYTHREAD * q->each;
  const double start = app_begin();
  system_t mine;
  size_t c;
  int v;
  mine.count = q->length;
  for (c = 0; c < q->each && first + c < q->classes; c++) {
    for (v = 0; v < VECTORS; v++) mine.v[v] = q->my_cyclic.v[0] + (c * VECTORS + (size_t)v) * q->length;
    solve(q, &mine, q->my_x_cyclic + c * q->length);
  }
  app_end(APP_COMPUTE, start);
}

/* The solution of class c -> x[c], x[c + Q] .. on all threads, for each c: Q assignments in flight. */
static void return_solution(const problem_t *q) {
  upc_stride_handle_t *handles = app_allocate(q->classes, sizeof *handles, "handles");
  const long long Q = (long long)q->classes, length = (long long)q->length, end = Q * length;
  const double start = app_begin();
  long long c;
  for (c = 0; c < Q; c++)
    handles[c] = upc_stride_copy_nb(UPC_SECTION(q->x, UPC_STRIDE_STEP(c, Q, end - 1)),
                                    UPC_SECTION(q->x_cyclic, UPC_STRIDE_RANGE(c * length, (c + 1) * length - 1)), SYNC);
  for (c = 0; c < Q; c++) upc_stride_wait(&handles[c]);
  app_end(APP_MOVE, start);
  free(handles);
}

/* The phases, with redistributions element by element. All threads meet at their barriers. */
static void paracr_by_elements(const problem_t *q) {
  if (is_active(q)) get_halo(q);
  if (is_active(q)) block_phase(q);
  fetch_cyclic(q);
  if (is_active(q)) cyclic_phase(q);
  fetch_solution(q);
}

void paracr(void *problem) {
  const problem_t *q = problem;
  if (q->elementwise && q->active > 1) {
    paracr_by_elements(q);
    return;
  }
  if (!is_active(q)) return; /* no member of any call */
  if (q->active == 1) {
    const double start = app_begin();
    solve(q, &q->my_blocks, q->my_x);
    app_end(APP_COMPUTE, start);
    return;
  }
  get_halo(q);
  block_phase(q);
  make_cyclic(q);
  cyclic_phase(q);
  return_solution(q);
}
