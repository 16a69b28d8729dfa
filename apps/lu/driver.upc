/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: fills A, factors and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "lu.h"
#include "../common/blas.h"
#include "../common/report.h"
#include "../common/timing.h"

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  const double n = (double)o->n;
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "%zu block %zu grid %dx%d%s", o->n, o->block, o->grid[0], o->grid[1],
           o->plain ? " plain" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"block\": %zu, \"grid\": [%d, %d]", o->n, o->block, o->grid[0],
           o->grid[1]);
  r.app = "lu", r.sizes = sizes, r.members = members, r.move = "broadcast", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 2 * n * n * n / 3 - n * n / 2, r.residual = residual, r.limit = 16;
  r.check = o->check, r.json = o->json, r.data = 8 * n * n, r.memory = q->memory;
  return app_report(&r);
}

static int report_info(const options_t *o, size_t info) {
  const char *const text = "lu %zu: info %zu\n", *const json = "{\"app\": \"lu\", \"n\": %zu, \"info\": %zu}\n";
  if (MYTHREAD == 0) printf(o->json ? json : text, o->n, info);
  return 1;
}

/* --pivots: for each row the one that it was swapped with, as LAPACK counts them. */
static void print_pivots(const problem_t *q) {
  size_t i;
  if (MYTHREAD != 0) return;
  fputs("pivots", stdout);
  for (i = 0; i < q->n; i++) printf(" %d", q->pivots[i]);
  putchar('\n');
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, r = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  blas_one_thread();
  app_profile(o.profile);
  q = new_problem(&o);
  runs.prepare = o.no_data ? NULL : fill, runs.body = o.plain ? plain : lu, runs.stop = NULL, runs.data = &q;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check && q.info == 0) r = residual(&q);
  if (o.pivots) print_pivots(&q);
  status = q.info > 0 ? report_info(&o, q.info) : report(&o, &q, times, r);
  free(times);
  upc_barrier;
  free_problem(&q);
  return status;
}
