/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: plans, fills, transforms and times, checks, prints one line. */
#include <upc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/report.h"
#include "../common/timing.h"

static void forward(void *data) { fft3d(data); }
static void inverse(void *data) { fft3d_inverse(data); }
static void npb(void *data) { npb_run(data); }

/* The times of the runs. *failed: 1 on thread 0 if the wisdom cannot be written; else 0. */
static double *run(const options_t *o, grid_t *q, int *failed) {
  app_run_t runs = {NULL, o->inverse ? inverse : forward, NULL, q};
  double *times;
  if (o->npb) runs.body = npb;
  else if (!o->no_data) runs.prepare = o->inverse ? fill_b : fill_a;
  if (!o->graph && !o->no_data) {
    if (o->npb || !o->inverse) make_plans(q, FORWARD, o->effort);
    if (o->npb || o->inverse) make_plans(q, BACKWARD, o->effort);
  }
  if (o->npb) npb_begin(q, o);
  if (o->graph) npb_graph_begin(q, o->npb, (int)o->parts, o->effort), runs.body = npb_graph_run;
  *failed = o->wisdom != NULL && write_wisdom(o->wisdom);
  times = app_time_runs((int)o->repeat, &runs);
  if (o->graph) npb_graph_end();
  if (o->npb) npb_end();
  free_plans();
  return times;
}

static const char *truth(int value) { return value ? "true" : "false"; }

static int report(const options_t *o, const grid_t *q, const double *times) {
  const double points = (double)o->nx * (double)o->ny * (double)o->nz;
  char sizes[200], members[200], class[40] = "", member[40] = "";
  const double flops = (o->real ? 2.5 : 5) * points * log2(points);
  if (o->npb) {
    snprintf(class, sizeof class, "npb %c %s", o->npb, o->graph ? "graph " : "");
    snprintf(member, sizeof member, "\"npb\": \"%c\", ", o->npb);
  }
  snprintf(sizes, sizeof sizes, "%s%zux%zux%zu%s%s%s grid %dx%d", class, o->nx, o->ny, o->nz, o->real ? " real" : "",
           o->inverse ? " inverse" : "", o->keep ? " keep" : "", o->grid[0], o->grid[1]);
  snprintf(members, sizeof members,
           "%s\"nx\": %zu, \"ny\": %zu, \"nz\": %zu, \"real\": %s, \"inverse\": %s, \"keep\": %s, \"grid\": [%d, %d]",
           member, o->nx, o->ny, o->nz, truth(o->real), truth(o->inverse), truth(o->keep), o->grid[0], o->grid[1]);

  app_result_t r;
  memset(&r, 0, sizeof r);
  r.app = "fft3d";
  r.sizes = sizes;
  r.members = members;
  r.move = "exchange";
  r.repeat = (int)o->repeat;
  r.times = times;
  r.flops = o->npb ? npb_flops(o) : flops;
  r.check = o->check || o->npb;
  r.limit = o->npb ? 1e-12 : 16;
  r.json = o->json;
  r.data = 16 * (double)q->nx * (double)q->ny * (double)q->zc;
  r.memory = q->bytes;
  if (o->npb) r.residual = npb_error();
  else if (o->check) r.residual = residual(q, o->inverse ? BACKWARD : FORWARD);
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  app_cold(o.cold);
  local_fft_share_planner(); /* UPC threads may be threads of one process */

  grid_t q = allocate_grid(&o);
  double *times = run(&o, &q, &status);
  status |= report(&o, &q, times);
  if (o.output != NULL) write_result(&q, o.output, o.inverse ? BACKWARD : FORWARD);
  free(times);
  free_grid(&q);
  return status;
}
