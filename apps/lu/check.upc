/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: HPL's check. Thread 0 solves Ax = b with the factors, which it reads by upc_memget; b follows from the
 * formula as well. Then every thread computes rows of Ax - b, with A from its formula again. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lu.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"

static double right_side(const problem_t *q, size_t i) { return element(q, i, q->n); }

/* Panel k -> panel, with n elements a column. `part` has space for the part of one grid row. */
static void get_panel(const problem_t *q, size_t k, double *panel, double *part) {
  const size_t rows = (size_t)q->grid[0], owner = owner_of(q, k), capacity = q->ld * q->columns;
  const size_t before = part_before(q, k, owner, (size_t)q->grid[1]);
  size_t r, t, j;
  for (r = 0; r < rows; r++) {
    upc_memget(part, app_at(q->A, r, owner * capacity + before * q->ld), q->ld * width_of(q, k) * sizeof(double));
    for (j = 0; j < width_of(q, k); j++)
      for (t = 0; t < q->panels; t++) /* tile t of this column of tiles */
        if (dealt_to(q, t, rows) == r)
          memcpy(panel + j * q->n + t * q->block, part + j * q->ld + part_before(q, t, r, rows),
                 width_of(q, t) * sizeof(double));
  }
}

/* The largest element of L in panel k, beside those of the diagonal. Partial pivoting leaves none above 1. */
static double largest_of(const problem_t *q, size_t k, const double *panel) {
  double most = 0;
  size_t j, i;
  for (j = 0; j < width_of(q, k); j++)
    for (i = k * q->block + j + 1; i < q->n; i++) most = app_max(most, fabs(panel[j * q->n + i]));
  return most;
}

/* x = (LU)^-1 P b; not numbers if an element of L is too large. */
static void solve(const problem_t *q, double *x) {
  double *panel = app_allocate(q->n * q->block, sizeof *panel, "the check: a panel");
  double *part = app_allocate(q->ld * q->block, sizeof *part, "the check: a part of a panel");
  size_t i, k;
  for (i = 0; i < q->n; i++) x[i] = right_side(q, i);
  for (i = 0; i < q->n; i++) {
    const size_t other = (size_t)q->pivots[i] - 1;
    const double value = x[i];
    x[i] = x[other], x[other] = value;
  }
  for (k = 0; k < q->panels; k++) {
    const size_t first = k * q->block, w = width_of(q, k);
    get_panel(q, k, panel, part);
    if (!(largest_of(q, k, panel) <= 1 + 1e-9)) x[first] = NAN;
    trsv("L", "U", w, panel + first, q->n, x + first);
    gemv(q->n - first - w, w, panel + first + w, q->n, x + first, x + first + w);
  }
  for (k = q->panels; k-- > 0;) {
    const size_t first = k * q->block, w = width_of(q, k);
    get_panel(q, k, panel, part);
    trsv("U", "N", w, panel + first, q->n, x + first);
    gemv(first, w, panel, q->n, x + first, x);
  }
  free(panel);
  free(part);
}

static shared [] double *shared solution; /* on thread 0 */

double residual(const problem_t *q) {
  const size_t first = q->n * MYTHREAD / THREADS, end = q->n * (MYTHREAD + 1) / THREADS;
  double *x = app_allocate(q->n, sizeof *x, "the check: the solution");
  double error = 0, norm = 0, largest = 0, right = 0;
  size_t i, j;

  upc_barrier;
  if (MYTHREAD == 0) {
    solution = (shared [] double *)upc_alloc(q->n * sizeof(double));
    solve(q, (double *)solution);
  }
  upc_barrier;
  upc_memget(x, solution, q->n * sizeof *x);
  for (i = first; i < end; i++) {
    double sum = -right_side(q, i), row = 0;
    for (j = 0; j < q->n; j++) {
      const double a = element(q, i, j);
      sum += a * x[j];
      row += fabs(a);
    }
    error = app_max(error, fabs(sum));
    norm = app_max(norm, row);
    right = app_max(right, fabs(right_side(q, i)));
  }
  for (i = 0; i < q->n; i++) largest = app_max(largest, fabs(x[i]));
  error = app_max_of_threads(error);
  norm = app_max_of_threads(norm);
  right = app_max_of_threads(right);
  free(x);
  if (MYTHREAD == 0) upc_free(solution); /* all have read it */
  return error / (DBL_EPSILON * (norm * largest + right) * (double)q->n);
}
