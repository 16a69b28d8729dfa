/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the blocks, the timed runs, the check, one line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "stencil.h"
#include "../common/blocks.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"
#include "../common/work.h"

static void place_block(problem_t *q) {
  const long n = (long)q->n, i = (long)q->first_row, j = (long)q->first_col;
  q->domain.i0 = -i, q->domain.i1 = n - i, q->domain.j0 = -j, q->domain.j1 = n - j;
  q->block.i0 = q->block.j0 = 0;
  q->block.i1 = (long)q->height, q->block.j1 = (long)q->width;
  q->block = region_common(q->block, q->domain);
  if (q->block.i1 <= 0 || q->block.j1 <= 0) q->block.i1 = q->block.j1 = 0;
}

static void set_sizes(const options_t *o, problem_t *q) {
  size_t d;
  memset(q, 0, sizeof *q);
  q->n = o->n, q->radius = o->radius, q->steps = o->steps, q->steps_per_halo = o->steps_per_halo;
  q->overlap = o->overlap, q->lists = o->lists;
  q->parts = o->parts;
  q->checkpoint = o->checkpoint, q->every = o->every > 0 ? o->every : o->steps;
  q->rows = o->grid[0], q->cols = o->grid[1];
  q->row = MYTHREAD / q->cols, q->col = MYTHREAD % q->cols;
  q->height = pieces(q->n, (size_t)q->rows), q->width = pieces(q->n, (size_t)q->cols);
  q->first_row = (size_t)q->row * q->height, q->first_col = (size_t)q->col * q->width;
  q->halo = q->radius * q->steps_per_halo;
  q->before = UPC_STRIDE_PADDED_LENGTH(q->halo, sizeof(double));
  q->pitch = UPC_STRIDE_PADDED_LENGTH(q->before + q->width + q->halo, sizeof(double));
  q->weight[0] = 0.2; /* all weights together are 1, so that no value grows */
  for (d = 1; d <= q->radius; d++) q->weight[d] = 0.2 / (double)q->radius;
  place_block(q);
}

/* 1: this place of the grid has a block, and its thread is far. */
static int is_far(const problem_t *q, int row, int col) {
  const size_t block[] = {(size_t)row, (size_t)col};
  if (row < 0 || block[0] * q->height >= q->n || col < 0 || block[1] * q->width >= q->n) return 0;
  return upc_stride_near_block(q->A, block) == NULL;
}

static void find_far(problem_t *q) {
  int row, col;
  for (row = q->row - 1; row <= q->row + 1; row++)
    for (col = q->col - 1; col <= q->col + 1; col++) q->far |= is_far(q, row, col);
}

/* Both buffers begin at cache lines, and so do the block's rows in them. The second buffer begins half a page further
 * in its page than the first one in its own: many processors compare only the places in a page to see whether a load
 * needs what a recent store has written. A load of one buffer would wait for a store to the same place in a page of the
 * other. */
static void allocate_buffers(problem_t *q) {
  enum { LINE = 64, PAGE = 4096 }; /* bytes */
  const size_t points = (q->height + 2 * q->halo) * q->pitch;
  const size_t pages = (points * sizeof(double) + PAGE - 1) / PAGE;
  const size_t second = (pages * PAGE + PAGE / 2) / sizeof(double);
  const size_t all = second + points + LINE / sizeof(double);
  if (app_has_data()) q->memory = app_allocate(all, sizeof(double), "blocks and their halos");
  else q->without_data = (shared char *)upc_all_alloc(THREADS, all * sizeof(double));
  char *begin = app_has_data() ? (char *)q->memory : (char *)&q->without_data[MYTHREAD];
  q->u[0] = (double *)(((uintptr_t)begin + LINE - 1) / LINE * LINE);
  q->u[1] = q->u[0] + second;
}

static void allocate(const options_t *o, problem_t *q) {
  allocate_buffers(q);
  q->A = app_matrix(q->n, q->n, q->height, q->width, sizeof(double), o->grid);
  if (q->block.i1 > 0) q->my_A = (double *)app_at(q->A, q->first_row, q->first_col);
  find_far(q);
  q->bytes = matrix_bytes(q->n, q->n, q->height, q->width, o->grid);
}

static int report(const options_t *o, const problem_t *q, const double *times, double error) {
  const double n = (double)q->n;
  char sizes[200], members[200], from[40] = "", member[40] = "";
  app_result_t r;
  if (q->found > 0) {
    snprintf(from, sizeof from, " from step %zu", q->found);
    snprintf(member, sizeof member, ", \"from_step\": %zu", q->found);
  }
  snprintf(sizes, sizeof sizes, "%zux%zu radius %zu steps %zu/%zu%s grid %dx%d%s", q->n, q->n, q->radius, q->steps,
           q->steps_per_halo, from, q->rows, q->cols,
           o->plain ? " plain" : o->graph ? " graph" : o->lists ? " lists" : "");
  snprintf(members, sizeof members,
           "\"n\": %zu, \"radius\": %zu, \"steps\": %zu, \"steps_per_halo\": %zu, \"grid\": [%d, %d]%s", q->n,
           q->radius, q->steps, q->steps_per_halo, q->rows, q->cols, member);
  r.app = "stencil", r.sizes = sizes, r.members = members, r.move = "halo", r.repeat = (int)o->repeat;
  r.times = times;
  r.flops = n * n * (double)(q->steps - q->found) * (double)(5 * q->radius + 1); /* four points have one weight */
  r.residual = error, r.limit = 16, r.check = o->check, r.json = o->json;
  r.data = 8 * n * n, r.memory = q->bytes;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, error = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  set_sizes(&o, &q);
  allocate(&o, &q);
  runs.prepare = o.no_data ? NULL : fill, runs.stop = NULL, runs.data = &q;
  runs.body = stencil;
  if (o.plain) runs.body = stencil_plain;
  if (o.graph) graph_begin(&q), runs.body = stencil_graph;
  if (o.checkpoint) app_cold(1), runs.prepare = NULL, runs.body = stencil_saved;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) error = residual(&q);
  if (o.output) write_result(&q, o.output);
  status = report(&o, &q, times, error);
  if (o.graph) graph_end();
  free(times);
  free(q.memory);
  upc_barrier;
  upc_all_free(q.without_data);
  upc_stride_all_free(q.A);
  return status;
}
