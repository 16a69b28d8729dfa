/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: HPL's check. Thread 0 solves Ax = b with the factors, which it reads by upc_memget; b follows from the
 * formula as well. Then every thread computes rows of Ax - b, with A from its formula again. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "blas.h"
#include "lu.h"
#include "../common/memory.h"
#include "../common/report.h"

static double right_side(const problem_t *q, size_t i) { return element(q, i, q->n); }

/* Rows first .. n-1 of panel k -> panel, with n elements a column. */
static void get_panel(const problem_t *q, size_t k, double *panel) {
  upc_memget(panel, app_at(q->A, k * q->block, 0), q->n * width_of(q, k) * sizeof(double));
}

/* x = (LU)^-1 P b */
static void solve(const problem_t *q, double *x) {
  double *panel = app_allocate(q->n * q->block, sizeof *panel, "the check: a panel");
  size_t i, k;
  for (i = 0; i < q->n; i++) x[i] = right_side(q, i);
  for (i = 0; i < q->n; i++) {
    const size_t other = (size_t)q->pivots[i] - 1;
    const double value = x[i];
    x[i] = x[other], x[other] = value;
  }
  for (k = 0; k < q->panels; k++) {
    const size_t first = k * q->block, w = width_of(q, k);
    get_panel(q, k, panel);
    trsv("L", "U", w, panel + first, q->n, x + first);
    gemv(q->n - first - w, w, panel + first + w, q->n, x + first, x + first + w);
  }
  for (k = q->panels; k-- > 0;) {
    const size_t first = k * q->block, w = width_of(q, k);
    get_panel(q, k, panel);
    trsv("U", "N", w, panel + first, q->n, x + first);
    gemv(first, w, panel, q->n, x + first, x);
  }
  free(panel);
}

double residual(const problem_t *q) {
  const size_t first = q->n * MYTHREAD / THREADS, end = q->n * (MYTHREAD + 1) / THREADS;
  shared [] double *solution = (shared [] double *)app_at(q->sent[0], 0, 0); /* no longer needed; has n elements */
  double *x = app_allocate(q->n, sizeof *x, "the check: the solution");
  double error = 0, norm = 0, largest = 0, right = 0;
  size_t i, j;

  upc_barrier;
  if (MYTHREAD == 0) solve(q, (double *)solution);
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
  return error / (DBL_EPSILON * (norm * largest + right) * (double)q->n);
}
