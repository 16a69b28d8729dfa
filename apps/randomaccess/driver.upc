/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the table, the timed runs, the check, one line. */
#include <stdio.h>
#include <stdlib.h>
#include "randomaccess.h"
#include "../common/report.h"
#include "../common/timing.h"

static void fill(void *problem) {
  const problem_t *q = problem;
  uint64_t i;
  for (i = MYTHREAD; i < q->words; i += THREADS) *(uint64_t *)&q->table[i] = i;
}

static int allocate(const options_t *o, problem_t *q) {
  const uint64_t all = (uint64_t)4 << o->log2, each = all / THREADS, rest = all % THREADS, t = MYTHREAD;
  q->words = (uint64_t)1 << o->log2;
  q->mask = q->words - 1;
  q->first = each * t + (t < rest ? t : rest);
  q->updates = each + (t < rest);
  q->table = upc_all_alloc(q->words, sizeof(uint64_t));
  if (q->table == NULL) return app_wrong("a table of 2^%zu words must fit the shared heap", o->log2);
  return ARGUMENTS_OK;
}

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  const char *const ways[] = {"", " ordered", " plain"}, *const names[] = {"unordered", "ordered", "plain"};
  const double bytes = 8.0 * (double)q->words;
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "2^%zu%s", o->log2, ways[o->way]);
  snprintf(members, sizeof members, "\"log2\": %zu, \"updates\": \"%s\"", o->log2, names[o->way]);
  app_set_rate("GUP/s", "gups");
  r.app = "randomaccess", r.sizes = sizes, r.members = members, r.move = "fence", r.repeat = (int)o->repeat;
  r.times = times, r.flops = 4.0 * (double)q->words, r.residual = residual;
  r.limit = o->way == PLAIN ? 0.01 : 1e-30; /* of plain updates the benchmark allows to lose some */
  r.check = o->check, r.json = o->json, r.data = bytes, r.memory = bytes;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, wrong = 0;
  int status = parse_options(argv, &o);
  if (status == ARGUMENTS_OK) status = allocate(&o, &q);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  runs.prepare = fill, runs.stop = NULL, runs.data = &q;
  runs.body = update_unordered;
  if (o.way == PLAIN) runs.body = update_plain;
  if (o.way == ORDERED) runs.body = update_ordered;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) wrong = wrong_words(&q);
  status = report(&o, &q, times, wrong);
  free(times);
  upc_barrier;
  if (MYTHREAD == 0) upc_free((shared void *)q.table);
  return status;
}
