/* SPDX-License-Identifier: BSD-3-Clause
 * region.upc: regions of points, and a step for the points of a region. */
#include "stencil.h"
#include "../common/work.h"

region_t region_grown(region_t r, long by) {
  r.i0 -= by, r.i1 += by, r.j0 -= by, r.j1 += by;
  return r;
}

region_t region_common(region_t a, region_t b) {
  if (b.i0 > a.i0) a.i0 = b.i0;
  if (b.j0 > a.j0) a.j0 = b.j0;
  if (b.i1 < a.i1) a.i1 = b.i1;
  if (b.j1 < a.j1) a.j1 = b.j1;
  return a;
}

region_t region_inside(const problem_t *q, long by) {
  const region_t b = q->block;
  region_t r = region_grown(b, -by);
  if (b.i0 == q->domain.i0) r.i0 = b.i0;
  if (b.j0 == q->domain.j0) r.j0 = b.j0;
  if (b.i1 == q->domain.i1) r.i1 = b.i1;
  if (b.j1 == q->domain.j1) r.j1 = b.j1;
  return r;
}

/* One row of `count` points. Each radius has a loop of its own, which the compiler turns into vector instructions. */
static void row_1(double *restrict v, const double *u, long pitch, long count, const double *w) {
  const double w0 = w[0], w1 = w[1];
  const double *up = u - pitch, *down = u + pitch, *left = u - 1, *right = u + 1;
  long j;
  for (j = 0; j < count; j++) v[j] = w0 * u[j] + w1 * (up[j] + down[j] + left[j] + right[j]);
}

static void row_2(double *restrict v, const double *u, long pitch, long count, const double *w) {
  const double w0 = w[0], w1 = w[1], w2 = w[2];
  long j;
  for (j = 0; j < count; j++)
    v[j] = w0 * u[j] + w1 * (u[j - pitch] + u[j + pitch] + u[j - 1] + u[j + 1]) +
           w2 * (u[j - 2 * pitch] + u[j + 2 * pitch] + u[j - 2] + u[j + 2]);
}

static void row_3(double *restrict v, const double *u, long pitch, long count, const double *w) {
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
  long j;
  for (j = 0; j < count; j++)
    v[j] = w0 * u[j] + w1 * (u[j - pitch] + u[j + pitch] + u[j - 1] + u[j + 1]) +
           w2 * (u[j - 2 * pitch] + u[j + 2 * pitch] + u[j - 2] + u[j + 2]) +
           w3 * (u[j - 3 * pitch] + u[j + 3 * pitch] + u[j - 3] + u[j + 3]);
}

static void row_4(double *restrict v, const double *u, long pitch, long count, const double *w) {
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4];
  long j;
  for (j = 0; j < count; j++)
    v[j] = w0 * u[j] + w1 * (u[j - pitch] + u[j + pitch] + u[j - 1] + u[j + 1]) +
           w2 * (u[j - 2 * pitch] + u[j + 2 * pitch] + u[j - 2] + u[j + 2]) +
           w3 * (u[j - 3 * pitch] + u[j + 3 * pitch] + u[j - 3] + u[j + 3]) +
           w4 * (u[j - 4 * pitch] + u[j + 4 * pitch] + u[j - 4] + u[j + 4]);
}

/* Called by address: with all four in one loop the compiler has too few registers, and a row takes a tenth longer. */
typedef void row_function_t(double *restrict v, const double *u, long pitch, long count, const double *w);
static row_function_t *const row_functions[LARGEST_RADIUS] = {row_1, row_2, row_3, row_4};

void rows_step(const problem_t *q, double *v, long v_pitch, const double *u, long u_pitch, long rows, long count) {
  row_function_t *const row = row_functions[q->radius - 1];
  const long computed = app_has_data() ? rows : 0;
  long i;
  if (rows <= 0 || count <= 0) return;
  for (i = 0; i < computed; i++, v += v_pitch, u += u_pitch) row(v, u, u_pitch, count, q->weight);
  app_work((double)(5 * q->radius + 1) * (double)rows * (double)count, "stencil");
}

void region_step(const problem_t *q, double *to, double *from, region_t r) {
  const long pitch = (long)q->pitch;
  rows_step(q, point(q, to, r.i0, r.j0), pitch, point(q, from, r.i0, r.j0), pitch, r.i1 - r.i0, r.j1 - r.j0);
}
