/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the arrays, the timed runs, the check, one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "redistribute.h"
#include "../common/report.h"
#include "../common/timing.h"

typedef struct {
  double *aggregated, *elementwise; /* seconds of the runs, in ascending order */
  double faults;
} result_t;

/* " elementwise 1.2 s ratio 340", as text or as members of the JSON object. */
static void put_ratio(const options_t *o, const result_t *r, char *text, size_t size) {
  const char *const format = o->json ? ", \"seconds_elementwise\": %.6f, \"ratio\": %.2f"
                                     : " elementwise %.4f s ratio %.1f";
  double slow, fast;
  text[0] = 0;
  if (!o->elementwise) return;
  slow = app_median(r->elementwise, (int)o->repeat), fast = app_median(r->aggregated, (int)o->repeat);
  snprintf(text, size, format, slow, fast > 0 ? slow / fast : 0);
}

static int report(const options_t *o, const problem_t *q, const result_t *result) {
  char ratio[100], text[300];
  app_result_t r;
  put_ratio(o, result, ratio, sizeof ratio);
  snprintf(text, sizeof text,
           o->json ? "\"n\": %zu, \"dims\": %zu, \"section\": \"%.40s\", \"from\": \"%.40s\", \"to\": \"%.40s\"%s"
                   : "%zu dims %zu section %.40s from %.40s to %.40s%s",
           o->n, o->dims, o->picks[TO], o->dist[FROM], o->dist[TO], ratio);
  app_set_rate("GB/s", "gbytes");
  r.app = "redistribute", r.sizes = r.members = text, r.move = "assignment", r.repeat = (int)o->repeat;
  r.times = result->aggregated, r.flops = 8 * q->elements, r.residual = result->faults, r.limit = 0.5;
  r.check = o->check, r.json = o->json, r.data = q->bytes, r.memory = q->memory;
  return app_report(&r);
}

static double *time_runs(const options_t *o, problem_t *q, void (*body)(void *), result_t *r) {
  double *times;
  app_run_t runs;
  forget(q);
  runs.prepare = NULL, runs.stop = NULL, runs.data = q, runs.body = body;
  times = app_time_runs((int)o->repeat, &runs);
  if (o->check) r->faults += faults(q);
  return times;
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  result_t r = {0};
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  allocate(&o, &q);
  if (o.elementwise) r.elementwise = time_runs(&o, &q, elementwise, &r);
  r.aggregated = time_runs(&o, &q, aggregated, &r);
  status = report(&o, &q, &r);
  free(r.elementwise);
  free(r.aggregated);
  upc_barrier;
  release(&q);
  return status;
}
