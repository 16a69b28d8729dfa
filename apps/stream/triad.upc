/* SPDX-License-Identifier: BSD-3-Clause
 * triad.upc: the loops that are timed. upcc compiles those by upc_forall to loops over a thread's own blocks. */
#include <upc_relaxed.h>
#include "stream.h"
#include "../common/timing.h"

void fill_global(void *problem) {
  const problem_t *q = problem;
  vector_t a = q->a, b = q->b, c = q->c;
  const long n = q->n;
  long i;
  upc_forall (i = 0; i < n; i++; &a[i]) {
    a[i] = -1;
    b[i] = 0.5 * (double)(i % 1000);
    c[i] = (double)(i % 77);
  }
}

void triad_global(void *problem) {
  const problem_t *q = problem;
  vector_t a = q->a, b = q->b, c = q->c;
  const long n = q->n;
  const double start = app_begin();
  long i;
  upc_forall (i = 0; i < n; i++; &a[i]) a[i] = b[i] + ALPHA * c[i];
  app_end(APP_COMPUTE, start);
}

void fill_ep(void *problem) {
  const problem_t *q = problem;
  long i;
  for (i = 0; i < q->mine; i++) {
    q->my_a[i] = -1;
    q->my_b[i] = 0.5 * (double)(i % 1000);
    q->my_c[i] = (double)(i % 77);
  }
}

void triad_ep(void *problem) {
  const problem_t *q = problem;
  double *restrict a = q->my_a;
  const double *restrict b = q->my_b, *restrict c = q->my_c;
  const long n = q->mine;
  const double start = app_begin();
  long i;
  for (i = 0; i < n; i++) a[i] = b[i] + ALPHA * c[i];
  app_end(APP_COMPUTE, start);
}
