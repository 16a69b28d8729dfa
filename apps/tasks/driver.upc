/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the timed runs, the check, one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tasks.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

typedef struct {
  const program_t *program;
  problem_t problem;
  int serial;
} run_t;

/* The other threads run tasks in the barrier that ends the timed part. */
static void run(void *data) {
  run_t *r = data;
  if (MYTHREAD > 0) return;
  upc_serial (r->serial) { r->program->run(&r->problem); }
}

static int report(const options_t *o, const run_t *r, const double *times, double error) {
  const program_t *p = r->program;
  char sizes[100], members[100];
  app_result_t result;
  snprintf(sizes, sizeof sizes, "%s %zu%s", p->name, o->n, o->serial ? " serial" : "");
  snprintf(members, sizeof members, "\"program\": \"%s\", \"n\": %zu", p->name, o->n);
  app_set_rate(p->unit, p->member);
  result.app = "tasks", result.sizes = sizes, result.members = members, result.move = "move";
  result.repeat = (int)o->repeat, result.times = times, result.flops = p->work((double)o->n);
  result.residual = error, result.limit = p->limit, result.check = o->check, result.json = o->json;
  result.data = r->problem.bytes, result.memory = r->problem.bytes;
  return app_report(&result);
}

/* On thread 0: 2 if the picture cannot be written. */
static int write_picture(const options_t *o, const problem_t *q) {
  const int error = MYTHREAD == 0 && o->output != NULL ? write_png(o->output, q->image, (int)q->n) : 0;
  if (error != 0) app_wrong("cannot write %s: %s", o->output, strerror(error));
  return error != 0 ? 2 : 0;
}

int main(int argc, char **argv) {
  options_t o;
  run_t r;
  app_run_t runs;
  double *times, error = 0;
  int status;
  memset(&r, 0, sizeof r);
  status = parse_options(argc, argv, &o, &r.program);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  r.problem.n = (long)o.n, r.serial = o.serial;
  if (r.program->prepare != NULL) r.program->prepare(&r.problem);
  times = app_allocate(o.repeat, sizeof *times, "the times of the runs");
  runs.prepare = NULL, runs.body = run, runs.stop = NULL, runs.data = &r;
  app_time_runs((int)o.repeat, &runs, times);
  if (o.check) error = app_max_of_threads(r.program->error(&r.problem));
  status = report(&o, &r, times, error);
  if (write_picture(&o, &r.problem) != 0) status = 2;
  free(times);
  upc_barrier;
  return status;
}
