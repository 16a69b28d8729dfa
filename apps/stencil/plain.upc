/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: the steps in plain UPC. In each step the threads meet in a barrier, and each copies the rows and columns
 * that it needs from its four neighbours. */
#include "stencil.h"
#include "../common/timing.h"

/* `count` points from (i, j) on, of a block of A on another thread -> the same place in my halo */
static void get(const problem_t *q, double *u, long i, long j, size_t count) {
  const size_t index[] = {q->first_row + (size_t)i, q->first_col + (size_t)j}; /* i and j may be negative: modulo */
  upc_memget(point(q, u, i, j), upc_stride_at(q->A, index), count * sizeof(double));
}

/* Points j0 .. j1 - 1 of row i, beside my block: of one block, unless blocks are narrower than the halo. */
static void get_beside(const problem_t *q, double *u, long i, long j0, long j1) {
  long j;
  if (j0 < j1 && q->width >= q->radius) get(q, u, i, j0, (size_t)(j1 - j0));
  else
    for (j = j0; j < j1; j++) get(q, u, i, j, 1);
}

static void get_halo(const problem_t *q, double *u) {
  const region_t b = q->block, all = region_common(region_grown(b, (long)q->radius), q->domain);
  long i;
  if (b.i0 >= b.i1 || b.j0 >= b.j1) return;
  for (i = all.i0; i < all.i1; i++) {
    if (i < b.i0 || i >= b.i1) {
      get(q, u, i, b.j0, (size_t)(b.j1 - b.j0));
      continue;
    }
    get_beside(q, u, i, all.j0, b.j0);
    get_beside(q, u, i, b.j1, all.j1);
  }
}

void stencil_plain(void *problem) {
  const problem_t *q = problem;
  size_t step;
  for (step = 0; step < q->steps; step++) {
    double start = app_begin();
    write_edges(q, q->u[step % 2]);
    upc_barrier;
    get_halo(q, q->u[step % 2]);
    upc_barrier; /* the edges may be changed */
    app_end(APP_MOVE, start);
    start = app_begin();
    region_step(q, q->u[(step + 1) % 2], q->u[step % 2], q->block);
    app_end(APP_COMPUTE, start);
  }
}
