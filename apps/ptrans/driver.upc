/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the matrices, the timed runs, the check, one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "ptrans.h"
#include "../common/report.h"
#include "../common/timing.h"

static void allocate(const options_t *o, problem_t *q) {
  q->rows = o->rows, q->cols = o->cols, q->block = o->block;
  q->grid[0] = o->grid[0], q->grid[1] = o->grid[1];
  q->row = MYTHREAD / o->grid[1], q->col = MYTHREAD % o->grid[1];
  q->a = app_matrix(q->cols, q->rows, q->block, q->block, sizeof(double), q->grid);
  q->b = app_matrix(q->rows, q->cols, q->block, q->block, sizeof(double), q->grid);
  set_a(q);
}

static const char *form(const options_t *o) {
  if (o->json) return o->plain ? "plain" : "library";
  return o->plain ? " plain" : "";
}

static int report(const options_t *o, const double *times, double wrong) {
  const char *const format =
      o->json ? "\"rows\": %zu, \"cols\": %zu, \"block\": %zu, \"grid\": \"%dx%d\", \"form\": \"%s\""
              : "%zu %zu block %zu grid %dx%d%s";
  char text[200];
  const double elements = (double)o->rows * (double)o->cols;
  app_result_t r;
  snprintf(text, sizeof text, format, o->rows, o->cols, o->block, o->grid[0], o->grid[1], form(o));
  app_set_rate("GB/s", "gbytes");
  r.app = "ptrans", r.sizes = r.members = text, r.move = "transposition", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 8 * elements, r.residual = wrong, r.limit = 0.5;
  r.check = o->check, r.json = o->json, r.data = 16 * elements;
  r.memory = matrix_bytes(o->rows, o->cols, o->block, o->block, o->grid) +
             matrix_bytes(o->cols, o->rows, o->block, o->block, o->grid);
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, wrong = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  allocate(&o, &q);
  runs.prepare = set_b, runs.body = o.plain ? by_element : transposed, runs.stop = NULL, runs.data = &q;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) wrong = faults(&q);
  status = report(&o, times, wrong);
  free(times);
  upc_barrier;
  upc_stride_all_free(q.a);
  upc_stride_all_free(q.b);
  return status;
}
