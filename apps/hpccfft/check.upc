/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: thread 0 has FFTW transform the vector, and compares it with the result, which it reads by upc_memget. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/report.h"

static double compare(const problem_t *q, size_t exponent) {
  complex_t *whole = app_allocate(q->n, sizeof *whole, "the check: the vector");
  complex_t *row = app_allocate(q->n1, sizeof *row, "the check: a row of the result");
  line_plan_t plan = local_fft_line(q->n, whole, -1, EFFORT_ESTIMATE);
  double error = 0, largest = 0;
  size_t j, index[2];
  for (j = 0; j < q->n; j++) whole[j] = element(j);
  local_fft_run(&plan, whole, whole);
  for (index[0] = 0, index[1] = 0; index[0] < q->n2; index[0]++) {
    upc_memget(row, upc_stride_at(q->x_after, index), q->n1 * sizeof *row);
    for (j = 0; j < q->n1; j++) {
      const complex_t x = whole[index[0] * q->n1 + j];
      error = app_max(error, hypot(row[j].re - x.re, row[j].im - x.im));
      largest = app_max(largest, hypot(x.re, x.im));
    }
  }
  local_fft_free_plan(&plan);
  free(whole);
  free(row);
  return error / (DBL_EPSILON * (double)(exponent > 0 ? exponent : 1) * largest);
}

double residual(const problem_t *q, size_t exponent) {
  double r = 0;
  upc_barrier;
  if (MYTHREAD == 0) r = compare(q, exponent);
  return app_max_of_threads(r);
}
