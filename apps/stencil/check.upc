/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: each thread computes its block again without communication. For that it begins with all points that its
 * block depends on: with those up to steps * radius away. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "stencil.h"
#include "../common/memory.h"
#include "../common/report.h"

/* Points of the region as rows of an array; 0 outside. */
static double value(const double *u, region_t r, long i, long j) {
  return i < r.i0 || i >= r.i1 || j < r.j0 || j >= r.j1 ? 0 : u[(i - r.i0) * (r.j1 - r.j0) + j - r.j0];
}

static double next_value(const problem_t *q, const double *u, region_t r, long i, long j) {
  double sum = q->weight[0] * value(u, r, i, j);
  long d;
  for (d = 1; d <= (long)q->radius; d++)
    sum += q->weight[d] *
           (value(u, r, i - d, j) + value(u, r, i + d, j) + value(u, r, i, j - d) + value(u, r, i, j + d));
  return sum;
}

double residual(const problem_t *q) {
  const long reach = (long)(q->steps * q->radius);
  const region_t r = region_common(region_grown(q->block, reach), q->domain);
  const int any = q->block.i0 < q->block.i1 && q->block.j0 < q->block.j1;
  const size_t points = any ? (size_t)(r.i1 - r.i0) * (size_t)(r.j1 - r.j0) : 0;
  double *u = app_allocate(points, sizeof *u, "the check"), *v = app_allocate(points, sizeof *v, "the check"), *swap;
  double worst = 0;
  size_t step;
  long i, j;
  for (i = r.i0; any && i < r.i1; i++)
    for (j = r.j0; j < r.j1; j++)
      u[(i - r.i0) * (r.j1 - r.j0) + j - r.j0] = start_value(q->first_row + (size_t)i, q->first_col + (size_t)j);
  for (step = 0; any && step < q->steps; step++) {
    const region_t needed = region_common(region_grown(q->block, reach - (long)((step + 1) * q->radius)), q->domain);
    for (i = needed.i0; i < needed.i1; i++)
      for (j = needed.j0; j < needed.j1; j++) v[(i - r.i0) * (r.j1 - r.j0) + j - r.j0] = next_value(q, u, r, i, j);
    swap = u, u = v, v = swap;
  }
  for (i = q->block.i0; i < q->block.i1; i++)
    for (j = q->block.j0; j < q->block.j1; j++)
      worst = app_max(worst, fabs(*point(q, q->u[q->steps % 2], i, j) - value(u, r, i, j)));
  free(u);
  free(v);
  return app_max_of_threads(worst / (DBL_EPSILON * (double)q->steps));
}
