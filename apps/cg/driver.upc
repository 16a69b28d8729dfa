/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the command line, the timed runs, the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cg.h"
#include "../common/arguments.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

enum { DENSE = 400 };           /* rows of the largest system that is solved again */

typedef struct {
  size_t n, repeat;
  int check, json, profile;
  const class_t *nas;
} options_t;

static int problem(const option_use_t *use) {
  options_t *const o = use->place;
  option_use_t n = *use;
  o->nas = nas_class(use->value);
  n.place = &o->n;
  return o->nas != NULL ? ARGUMENTS_OK : option_size(&n);
}

static const option_t operands[] = {
  {"N, if it is not a class S, W, A or B,", NULL, NULL, problem, 0, 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--check", NULL, "compare the result with the benchmark's, or, up to 400 rows, with that of elimination", option_on,
   OPTION(check)},
  APP_REPEAT("1"),
  {"--profile", NULL, "print the time of the products, of getting elements and adding up, and of waiting", option_on,
   OPTION(profile)},
  APP_JSON, APP_HELP};

static int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: cg [CLASS|N] [options]\n"
      "Solves A x = b by conjugate gradients. CLASS: S (the default), W, A or B of the NAS benchmark CG.\n"
      "N: a band matrix with N rows.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status;
  app_set_name("cg");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  o->nas = nas_class("S");
  status = options_read(&line, argv + 1, o, NULL);
  if (o->nas != NULL) o->n = o->nas->n;
  return status;
}

static void prepare(solver_t *s, const options_t *o) {
  const size_t block = (o->n + THREADS - 1) / THREADS, end = block * ((size_t)MYTHREAD + 1);
  const size_t first = block * MYTHREAD < o->n ? block * MYTHREAD : o->n, rows = (end < o->n ? end : o->n) - first;
  memset(s, 0, sizeof *s);
  s->nas = o->nas;
  s->A = s->nas ? nas_matrix(o->n, first, rows, s->nas->nonzeros, s->nas->shift) : band_matrix(o->n, first, rows);
  s->z = app_allocate(4 * rows + 1, sizeof *s->z, "vectors");
  s->x = s->z + rows, s->r = s->x + rows, s->q = s->r + rows;
  find_neighbours(s);
  find_sums(s);
}

static int report(const options_t *o, solver_t *s, const double *times) {
  char sizes[100], members[100], zeta[40] = "";
  app_result_t r;
  memset(&r, 0, sizeof r);
  if (s->nas != NULL) snprintf(sizes, sizeof sizes, "%s zeta %.13f", s->nas->name, s->zeta);
  else snprintf(sizes, sizeof sizes, "%zu", o->n);
  if (s->nas != NULL) snprintf(zeta, sizeof zeta, ", \"zeta\": %.13f", s->zeta);
  snprintf(members, sizeof members, "\"n\": %zu%s", o->n, zeta);
  r.app = "cg", r.sizes = sizes, r.members = members, r.move = "elements and sums", r.repeat = (int)o->repeat;
  r.times = times, r.flops = sum_of_threads(s, s->flops), r.residual = s->residual, r.limit = s->nas ? 1e-10 : 1e-9;
  r.check = o->check, r.json = o->json;
  r.data = sum_of_threads(s, (sizeof(column_t) + sizeof(double)) * (double)s->A.start[s->A.rows]);
  return app_report(&r);
}

static void release(solver_t *s) {
  upc_stride_free_call(&s->neighbours);
  upc_stride_free_call(&s->sum);
  upc_barrier;
  upc_stride_all_free(s->P);
  upc_stride_all_free(s->Z);
  upc_stride_all_free(s->parts);
  upc_stride_all_free(s->sums);
  matrix_free(&s->A);
  free(s->p);
  free(s->z);
}

int main(int argc, char **argv) {
  options_t o;
  solver_t s;
  app_run_t runs;
  double *times;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  (void)argc;
  app_profile(o.profile);
  prepare(&s, &o);
  runs.prepare = NULL, runs.stop = NULL, runs.data = &s;
  runs.body = cg;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check && s.nas == NULL && o.n <= DENSE)
    s.residual = app_max(s.residual, app_max_of_threads(difference(s.Z, o.n)));
  status = report(&o, &s, times);
  free(times);
  release(&s);
  return status;
}
