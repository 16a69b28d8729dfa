/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: thread 0 has LAPACK solve the equations of the formula, and compares, with the solution read by
 * upc_memget. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "paracr.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"

static double compare(const problem_t *q) {
  const system_t s = new_system(q->n);
  const int n = (int)q->n, one = 1;
  double error = 0, largest = 0, x;
  int v, info = 0;
  size_t i;
  for (v = 0; v < VECTORS; v++)
    for (i = 0; i < q->n; i++) s.v[v][i] = coefficient(q, v, i);
  dgtsv_(&n, &one, s.v[A] + 1, s.v[B], s.v[C], s.v[D], &n, &info);
  for (i = 0; i < q->n; i++) {
    upc_memget(&x, upc_stride_at(q->x, &i), sizeof x);
    error = app_max(error, fabs(x - s.v[D][i]));
    largest = app_max(largest, fabs(s.v[D][i]));
  }
  for (v = 0; v < VECTORS; v++) free(s.v[v]);
  if (info != 0) return NAN;
  return error / (DBL_EPSILON * log2((double)q->n + 1) * largest);
}

double residual(const problem_t *q) {
  double r = 0;
  upc_barrier;
  if (MYTHREAD == 0) r = compare(q);
  return app_max_of_threads(r);
}
