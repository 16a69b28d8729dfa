/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: fills A, factors and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blas.h"
#include "lu.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

static problem_t allocate(const options_t *o) {
  const int row[] = {1, THREADS}, column[] = {THREADS, 1};
  problem_t q;
  size_t k;
  memset(&q, 0, sizeof q);
  q.n = o->n, q.block = o->block, q.singular = o->singular;
  q.panels = pieces(q.n, q.block);
  for (k = (size_t)MYTHREAD; k < q.panels; k += THREADS) q.width += width_of(&q, k);
  q.message = message_of(&q, 0);
  q.A = app_matrix(q.n, q.n, q.block, q.n, sizeof(double), column);
  q.mine = is_mine(0) || q.width > 0 ? (double *)app_at(q.A, (size_t)MYTHREAD * q.block, 0) : NULL;
  for (k = 0; k < 3; k++) {
    q.sent[k] = app_matrix(1, THREADS * q.message, 1, q.message, sizeof(double), row);
    q.my_sent[k] = (double *)app_at(q.sent[k], 0, (size_t)MYTHREAD * q.message);
  }
  q.pivots = app_allocate(q.n, sizeof *q.pivots, "pivots");
  q.memory = 8.0 * (double)allocated_side(q.n, q.block, THREADS) * (double)q.n + 24.0 * (double)q.message * THREADS;
  return q;
}

static void release(const problem_t *q) {
  int k;
  upc_stride_all_free(q->A);
  for (k = 0; k < 3; k++) upc_stride_all_free(q->sent[k]);
  free(q->pivots);
}

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  const double n = (double)o->n;
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "%zu block %zu%s", o->n, o->block, o->plain ? " plain" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"block\": %zu", o->n, o->block);
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

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, r = 0;
  int status = parse_options(argc, argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  openblas_set_num_threads(1);
  app_profile(o.profile);
  q = allocate(&o);
  times = app_allocate(o.repeat, sizeof *times, "the times of the runs");
  runs.prepare = fill, runs.body = o.plain ? plain : lu, runs.stop = NULL, runs.data = &q;
  app_time_runs((int)o.repeat, &runs, times);
  if (o.check && q.info == 0) r = residual(&q);
  status = q.info > 0 ? report_info(&o, q.info) : report(&o, &q, times, r);
  free(times);
  upc_barrier;
  release(&q);
  return status;
}
