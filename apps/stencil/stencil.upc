/* SPDX-License-Identifier: BSD-3-Clause
 * stencil.upc: the steps, with prepared halos (upc_stride_halo_init, or lists.upc). While a halo is on its way, the
 * points that do not need it are computed.
 *
 * Several steps with one halo go over the rows as a wave: step s computes row i as soon as step s - 1 has computed the
 * rows up to i + radius. So the rows that a step reads are still in the cache.
 *
 *   radius 1, strips of 4 rows in the order of computing:    step 0   rows 0..3     4..7     8..11
 *                                                            step 1        0..2     3..6     7..10
 *                                                            step 2        0..1     2..5     6..9
 *
 * Step s overwrites row i of the values that step s - 1 reads. Step s - 1 has read them last for row i + radius, which
 * it has computed by then. */
#include <stdlib.h>
#include <string.h>
#include "stencil.h"
#include "../common/timing.h"
#include "../common/work.h"
#include "../tuned.h"

static void copy_rows(const problem_t *q, double *u, region_t r) {
  long i;
  for (i = r.i0; i < r.i1 && r.j0 < r.j1; i++)
    memcpy(q->my_A + i * (long)q->width + r.j0, point(q, u, i, r.j0), (size_t)(r.j1 - r.j0) * sizeof(double));
}

/* Points of the block that are nearer than the halo's width to an edge with a neighbour. */
void write_edges(const problem_t *q, double *u) {
  const region_t all = q->block;
  const region_t inner = region_inside(q, (long)q->halo);
  region_t r = all;
  if (!app_has_data()) return;
  if (inner.i0 >= inner.i1 || inner.j0 >= inner.j1) {
    copy_rows(q, u, all);
    return;
  }
  r.i1 = inner.i0;
  copy_rows(q, u, r);
  r.i0 = inner.i1, r.i1 = all.i1;
  copy_rows(q, u, r);
  r.i0 = inner.i0, r.i1 = inner.i1, r.j1 = inner.j0;
  copy_rows(q, u, r);
  r.j0 = inner.j1, r.j1 = all.j1;
  copy_rows(q, u, r);
}

static void compute(const problem_t *q, size_t step, region_t r) {
  const double start = app_begin();
  region_step(q, q->u[(step + 1) % 2], q->u[step % 2], r);
  app_end(APP_COMPUTE, start);
}

/* The points of `all` that are not in `done`, which lies inside it and has points. */
static void compute_rest(const problem_t *q, size_t step, region_t all, region_t done) {
  region_t r = all;
  r.i1 = done.i0;
  compute(q, step, r);
  r.i0 = done.i1, r.i1 = all.i1;
  compute(q, step, r);
  r.i0 = done.i0, r.i1 = done.i1, r.j1 = done.j0;
  compute(q, step, r);
  r.j0 = done.j1, r.j1 = all.j1;
  compute(q, step, r);
}

/* What step number s of `count` steps with one halo computes. */
static region_t region_of(const problem_t *q, size_t s, size_t count) {
  return region_common(region_grown(q->block, (long)((count - 1 - s) * q->radius)), q->domain);
}

/* What a wave computes of a step before it goes on to the next step. */
static long strip_rows(const problem_t *q) {
  const long rows = STENCIL_STRIP_POINTS / (long)q->pitch;
  return rows < STENCIL_STRIP_ROWS ? STENCIL_STRIP_ROWS : rows;
}

/* Steps number `first` to `count` - 1 of `count` steps with one halo. Step s is s * radius rows behind step 0. */
static void wave(const problem_t *q, size_t step, size_t first, size_t count) {
  const double start = app_begin();
  const long rows = strip_rows(q);
  const long end = region_of(q, count - 1, count).i1 + (long)((count - 1) * q->radius);
  long front;
  size_t s;
  for (front = region_of(q, first, count).i0 + (long)(first * q->radius); front < end; front += rows)
    for (s = first; s < count; s++) {
      region_t r = region_of(q, s, count), strip = r;
      strip.i0 = front - (long)(s * q->radius), strip.i1 = strip.i0 + rows;
      r = region_common(r, strip);
      region_step(q, q->u[(step + s + 1) % 2], q->u[(step + s) % 2], r);
    }
  app_end(APP_COMPUTE, start);
}

/* A: the edges of the neighbours' blocks -> the halo around my block in this buffer */
static upc_stride_handle_t prepare_halo(const problem_t *q, double *u) {
  const int parts = UPC_STRIDE_HALO_ONLY | UPC_STRIDE_PADDED | (q->steps_per_halo > 1 ? UPC_STRIDE_CORNERS : 0);
  return upc_stride_halo_init(u, UPC_SECTION(q->A, UPC_STRIDE_ALL, UPC_STRIDE_ALL), q->halo, parts,
                              UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void start_halo(const problem_t *q, double *u, upc_stride_handle_t halo) {
  const double start = app_begin();
  write_edges(q, u);
  upc_stride_start_call(halo);
  app_end(APP_MOVE, start);
}

static void wait_halo(const problem_t *q, double *u, upc_stride_handle_t *handle) {
  const double start = app_begin();
  upc_stride_wait(handle);
  if (q->lists) place_lists(q, u);
  app_end(APP_MOVE, start);
}

void stencil(void *problem) {
  problem_t *q = problem;
  const region_t inner = region_inside(q, (long)q->radius);
  /* A near neighbour's halo comes at once: then all steps are one wave. */
  const int overlap = q->overlap && (q->steps_per_halo == 1 || q->far);
  const int has_inner = overlap && inner.i0 < inner.i1 && inner.j0 < inner.j1;
  upc_stride_handle_t halo[2];        /* of each buffer; lists are the same for both */
  size_t step;
  halo[0] = q->lists ? prepare_lists(q) : prepare_halo(q, q->u[0]);
  halo[1] = q->lists ? halo[0] : prepare_halo(q, q->u[1]);
  for (step = 0; step < q->steps; step += q->steps_per_halo) {
    const size_t left = q->steps - step, count = left < q->steps_per_halo ? left : q->steps_per_halo;
    start_halo(q, q->u[step % 2], halo[step % 2]);
    if (has_inner) compute(q, step, inner);
    wait_halo(q, q->u[step % 2], &halo[step % 2]);
    if (has_inner) compute_rest(q, step, region_of(q, 0, count), inner);
    if (count == 1 && !has_inner) compute(q, step, region_of(q, 0, count));
    else wave(q, step, has_inner ? 1 : 0, count);
  }
  upc_stride_free_call(&halo[0]);
  if (q->lists) free(q->around);
  else upc_stride_free_call(&halo[1]);
}
