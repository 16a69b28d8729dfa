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
  snprintf(sizes, sizeof sizes, "%s %zu%s", p->name, o->n, r->serial ? " serial" : "");
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

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The runs of two programs in alternation: what slows the machine for a while slows both. */
static void alternate(const options_t *o, const app_run_t runs[2], double *times[2]) {
  int i, k;
  for (k = 0; k < 2; k++) times[k] = app_allocate(o->repeat, sizeof *times[k], "the times of the runs");
  for (i = 0; i < (int)o->repeat; i++)
    for (k = 0; k < 2; k++) {
      double *const time = app_time_runs(1, &runs[k]);
      times[k][i] = *time;
      free(time);
    }
  for (k = 0; k < 2; k++) qsort(times[k], o->repeat, sizeof *times[k], ascending);
}

static void prepare(const options_t *o, const program_t *p, run_t *r, app_run_t *runs) {
  memset(r, 0, sizeof *r);
  r->program = p, r->problem.n = (long)o->n, r->problem.square = o->square, r->serial = o->serial;
  if (p->prepare != NULL) p->prepare(&r->problem);
  runs->prepare = NULL, runs->body = run, runs->stop = NULL, runs->data = r;
}

/* The second program, or the first one again, with its data, without tasks. */
static void prepare_beside(const options_t *o, run_t r[2], app_run_t runs[2]) {
  if (o->beside != o->program) {
    prepare(o, o->beside, &r[1], &runs[1]);
    return;
  }
  r[1] = r[0], r[1].serial = 1;
  runs[1] = runs[0], runs[1].data = &r[1];
}

int main(int argc, char **argv) {
  options_t o;
  run_t r[2];
  app_run_t runs[2];
  double *times[2];
  int status = parse_options(argv, &o), failed = 0, programs, k;
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  programs = o.beside != NULL ? 2 : 1;
  prepare(&o, o.program, &r[0], &runs[0]);
  if (programs == 2) prepare_beside(&o, r, runs);
  if (programs == 2) alternate(&o, runs, times);
  else times[0] = app_time_runs((int)o.repeat, &runs[0]);
  for (k = 0; k < programs; k++) {
    const double error = o.check ? app_max_of_threads(r[k].program->error(&r[k].problem)) : 0;
    failed |= report(&o, &r[k], times[k], error);
  }
  if (programs == 2 && MYTHREAD == 0 && !o.json)
    printf("%s takes %.3f of the time of %s%s (medians)\n", o.program->name,
           app_median(times[0], (int)o.repeat) / app_median(times[1], (int)o.repeat), o.beside->name,
           r[1].serial ? " serial" : "");
  if (write_picture(&o, &r[0].problem) != 0) failed = 2;
  for (k = 0; k < programs; k++) free(times[k]);
  upc_barrier;
  return failed;
}
