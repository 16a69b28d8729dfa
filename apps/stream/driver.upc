/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the vectors, the timed runs, the check, one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "stream.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

static size_t blocks(const problem_t *q) { return ((size_t)q->n + BLOCK - 1) / BLOCK; }

static int allocate(const options_t *o, problem_t *q) {
  memset(q, 0, sizeof *q);
  q->n = (long)o->n;
  q->mine = q->n / THREADS + (MYTHREAD < q->n % THREADS);
  if (o->ep) {
    q->my_a = app_allocate((size_t)q->mine, sizeof(double), "a vector");
    q->my_b = app_allocate((size_t)q->mine, sizeof(double), "a vector");
    q->my_c = app_allocate((size_t)q->mine, sizeof(double), "a vector");
    return ARGUMENTS_OK;
  }
  q->a = upc_all_alloc(blocks(q), BLOCK * sizeof(double));
  q->b = upc_all_alloc(blocks(q), BLOCK * sizeof(double));
  q->c = upc_all_alloc(blocks(q), BLOCK * sizeof(double));
  if (q->a != NULL && q->b != NULL && q->c != NULL) return ARGUMENTS_OK;
  return app_wrong("three vectors of %zu doubles must fit the shared heap", o->n);
}

static void release(const problem_t *q) {
  free(q->my_a);
  free(q->my_b);
  free(q->my_c);
  upc_barrier;
  if (MYTHREAD > 0 || q->a == NULL) return;
  upc_free((shared void *)q->a);
  upc_free((shared void *)q->b);
  upc_free((shared void *)q->c);
}

static int report(const options_t *o, const problem_t *q, const double *times, double error) {
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "%zu%s", o->n, o->ep ? " ep" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"vectors\": \"%s\"", o->n, o->ep ? "ep" : "global");
  app_set_rate("GB/s", "gbytes");
  r.app = "stream", r.sizes = sizes, r.members = members, r.move = "move", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 24.0 * (double)o->n, r.residual = error, r.limit = 1e-15;
  r.check = o->check, r.json = o->json, r.data = 24.0 * (double)o->n;
  r.memory = o->ep ? 0 : 24.0 * (double)blocks(q) * BLOCK;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, error = 0;
  int status = parse_options(argv, &o);
  if (status == ARGUMENTS_OK) status = allocate(&o, &q);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  runs.prepare = NULL, runs.stop = NULL, runs.data = &q;
  runs.body = triad_global;
  if (o.ep) runs.body = triad_ep, fill_ep(&q);
  else fill_global(&q);
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) error = residual(&q, o.ep);
  status = report(&o, &q, times, error);
  free(times);
  release(&q);
  return status;
}
