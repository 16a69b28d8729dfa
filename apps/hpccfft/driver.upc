/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the timed runs, the check, one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "hpccfft.h"
#include "../common/report.h"
#include "../common/timing.h"

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  char sizes[100], members[100];
  app_result_t r;
  const double n = (double)q->n;
  snprintf(sizes, sizeof sizes, "2^%zu%s%s", o->exponent, o->radix4 ? " radix4" : "", o->plain ? " plain" : "");
  snprintf(members, sizeof members, "\"m\": %zu, \"active\": %zu", o->exponent, q->active);
  r.app = "hpccfft", r.sizes = sizes, r.members = members, r.move = "redistribute", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 5 * n * (double)o->exponent, r.residual = residual, r.limit = 16;
  r.check = o->check, r.json = o->json, r.data = 16 * n;
  r.memory = q->bytes;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, r = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  new_problem(&o, &q);
  runs.prepare = o.no_data ? NULL : fill, runs.body = o.plain ? plain : hpccfft, runs.stop = NULL, runs.data = &q;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) r = residual(&q, o.exponent);
  status = report(&o, &q, times, r);
  free(times);
  upc_barrier;
  free_problem(&q);
  return status;
}
