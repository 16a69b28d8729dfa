/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: thread 0 has FFTW transform the vector, and compares it with the result, which it reads by upc_memget. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/report.h"

/* Numbers first .. first + count - 1 of the result. */
static void get(const problem_t *q, size_t first, size_t count, complex_t *dst) {
  upc_memget(dst, upc_stride_at(q->x, &first), count * sizeof *dst);
}

static double compare(const problem_t *q, size_t exponent) {
  complex_t *whole = app_allocate(q->n, sizeof *whole, "the check: the vector");
  complex_t *part = app_allocate(q->rows, sizeof *part, "the check: a part of the result");
  line_plan_t plan = local_fft_line((int)q->n, whole, -1, EFFORT_ESTIMATE);
  double error = 0, largest = 0;
  size_t j, t;
  for (j = 0; j < q->n; j++) whole[j] = element(j);
  local_fft_run(&plan, whole, whole);
  for (t = 0; t < q->active; t++) {
    get(q, t * q->rows, q->rows, part);
    for (j = 0; j < q->rows; j++) {
      const complex_t x = whole[t * q->rows + j];
      error = app_max(error, hypot(part[j].re - x.re, part[j].im - x.im));
      largest = app_max(largest, hypot(x.re, x.im));
    }
  }
  local_fft_free_plan(&plan);
  free(whole);
  free(part);
  return error / (DBL_EPSILON * (double)(exponent > 0 ? exponent : 1) * largest);
}

double residual(const problem_t *q, size_t exponent) {
  double r = 0;
  upc_barrier;
  if (MYTHREAD == 0) r = compare(q, exponent);
  return app_max_of_threads(r);
}
