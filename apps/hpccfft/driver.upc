/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the arrays, the timed runs, the check, one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

/* n numbers, a block on each of the first P threads. */
static upc_stride_array_t vector(const problem_t *q, complex_t **mine) {
  const size_t first = (size_t)MYTHREAD * q->rows;
  upc_stride_array_t array = upc_stride_all_alloc(1, &q->n, &q->rows, sizeof(complex_t), 0, NULL);
  *mine = is_active(q) ? (complex_t *)upc_stride_at(array, &first) : NULL;
  return array;
}

static void allocate(const options_t *o, problem_t *q) {
  memset(q, 0, sizeof *q);
  q->n = (size_t)1 << o->exponent;
  q->radix4 = o->radix4;
  for (q->active = 1; 2 * q->active <= THREADS && 4 * q->active * q->active <= q->n;) q->active *= 2;
  q->rows = q->n / q->active;
  q->x = vector(q, &q->my_x);
  q->cyclic = vector(q, &q->my_cyclic);
  q->spread = vector(q, &q->my_spread);
  make_tables(q);
}

static void release(problem_t *q) {
  upc_stride_all_free(q->x);
  upc_stride_all_free(q->cyclic);
  upc_stride_all_free(q->spread);
  free_tables(q);
}

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  char sizes[100], members[100];
  app_result_t r;
  const double n = (double)q->n;
  snprintf(sizes, sizeof sizes, "2^%zu%s%s", o->exponent, o->radix4 ? " radix4" : "", o->plain ? " plain" : "");
  snprintf(members, sizeof members, "\"m\": %zu, \"active\": %zu", o->exponent, q->active);
  r.app = "hpccfft", r.sizes = sizes, r.members = members, r.move = "redistribute", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 5 * n * (double)o->exponent, r.residual = residual, r.limit = 16;
  r.check = o->check, r.json = o->json, r.data = 16 * n;
  r.memory = 3 * 16.0 * (double)q->rows * THREADS;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, r = 0;
  int status = parse_options(argc, argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  allocate(&o, &q);
  times = app_allocate(o.repeat, sizeof *times, "the times of the runs");
  runs.prepare = fill, runs.body = o.plain ? plain : hpccfft, runs.stop = NULL, runs.data = &q;
  app_time_runs((int)o.repeat, &runs, times);
  if (o.check) r = residual(&q, o.exponent);
  status = report(&o, &q, times, r);
  free(times);
  upc_barrier;
  release(&q);
  return status;
}
