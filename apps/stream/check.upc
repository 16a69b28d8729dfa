/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: every element is computed again from its index. */
#include <upc_relaxed.h>
#include <math.h>
#include "stream.h"
#include "../common/report.h"

static double error_of(double got, long i) {
  const double right = 0.5 * (double)(i % 1000) + ALPHA * (double)(i % 77);
  return fabs(got - right) / (right + 1);
}

double residual(const problem_t *q, int ep) {
  vector_t a = q->a;
  const long n = q->n;
  double worst = 0;
  long i;
  if (ep)
    for (i = 0; i < q->mine; i++) worst = app_max(worst, error_of(q->my_a[i], i));
  else
    upc_forall (i = 0; i < n; i++; &a[i]) worst = app_max(worst, error_of(a[i], i));
  return app_max_of_threads(worst);
}
