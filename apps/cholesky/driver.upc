/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: fills A, factors and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cholesky.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

/* Where each panel starts, and the memory of the thread with the most tiles, which all threads get. No grid column has
 * more tiles of a panel than the one with the last tile. */
static void lay_out(problem_t *q) {
  const size_t R = (size_t)q->grid[0], last = (q->tiles - 1) % (size_t)q->grid[1];
  for (size_t i = q->tiles > R ? q->tiles - R : 0; i < q->tiles; i++) {
    const size_t end = panel_start(q, i, last) + q->block * panel_ld(q, i, last);
    if (end > q->capacity) q->capacity = end;
  }
  q->start = app_allocate(q->tiles, sizeof *q->start, "where panels start");
  for (size_t i = 0; i < q->tiles; i++)
    q->start[i] = i < R ? 0 : q->start[i - R] + q->block * panel_ld(q, i - R, q->mycol);
}

/* Allocates `count` blocks of h x w on each thread. */
static upc_stride_array_t blocks(problem_t *q, size_t h, size_t w, size_t count) {
  q->memory += 8.0 * (double)h * (double)w * (double)count * THREADS;
  return app_matrix((size_t)q->grid[0] * h, (size_t)q->grid[1] * w * count, h, w, sizeof(double), q->grid);
}

static problem_t allocate(const options_t *o) {
  const size_t b = o->block, r = (size_t)o->grid[0], c = (size_t)o->grid[1], tiles = pieces(o->n, b);
  const size_t across = r > 1 ? pieces(tiles, c) : 1, sent = c > 1 ? pieces(tiles, c) : 1;
  const size_t down = c > 1 ? pieces(tiles, r) : 1;
  problem_t q;
  memset(&q, 0, sizeof q);
  q.n = o->n, q.block = b, q.tiles = tiles;
  q.steps = o->steps;
  q.bytes = b * b * sizeof(double);
  q.indefinite = o->indefinite;
  q.input = o->input != NULL ? &o->file : NULL;
  q.grid[0] = o->grid[0], q.grid[1] = o->grid[1];
  q.myrow = MYTHREAD / c;
  q.mycol = MYTHREAD % c;
  lay_out(&q);
  q.A = blocks(&q, 1, q.capacity, 1);
  q.diagonal = blocks(&q, b, b, 2);
  q.my_diagonal = (double *)app_at(q.diagonal, q.myrow * b, q.mycol * b);
  for (int i = 0; i < 2; i++) {
    q.across[i] = blocks(&q, b, across * b, 1);
    q.down[i] = blocks(&q, b, b, down);
    q.lent_down[i] = app_allocate(down, sizeof(void *), "the addresses of tiles");
  }
  q.near = c > 1 && app_all_near();
  if (q.near) q.room = app_matrix(r * b, c * sent * b, b, sent * b, sizeof(double), q.grid);
  for (int i = 0; i < 3; i++) q.sent[i] = blocks(&q, b, b, sent);
  return q;
}

static void release(const problem_t *q) {
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->diagonal);
  for (int i = 0; i < 2; i++) {
    upc_stride_all_free(q->across[i]);
    upc_stride_all_free(q->down[i]);
    free(q->lent_down[i]);
  }
  for (int i = 0; i < 3; i++) upc_stride_all_free(q->sent[i]);
  upc_stride_all_free(q->room);
  free(q->start);
}

/* The operations of the first steps: all but those of the matrix that is left. */
static double operations(const options_t *o) {
  const double n = (double)o->n, left = n - (double)at_most(o->steps * o->block, o->n);
  return (n * n * n - left * left * left) / 3;
}

static int report(const options_t *o, double memory, const double *times, double residual) {
  char sizes[240], members[240], steps[60] = "", member[60] = "";
  const size_t all = pieces(o->n, o->block);
  const int rows = o->grid[o->lower], cols = o->grid[!o->lower];
  if (o->steps < all) {
    snprintf(steps, sizeof steps, " steps %zu of %zu", o->steps, all);
    snprintf(member, sizeof member, ", \"steps\": %zu, \"of\": %zu", o->steps, all);
  }
  snprintf(sizes, sizeof sizes, "%zu block %zu grid %dx%d%s%s%s", o->n, o->block, rows, cols, o->lower ? " lower" : "",
           steps, o->graph ? " graph" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"block\": %zu, \"grid\": [%d, %d], \"factor\": \"%s\"%s", o->n,
           o->block, rows, cols, o->lower ? "L" : "U", member);
  const app_result_t r = {"cholesky", sizes, members, "broadcast", (int)o->repeat, times, operations(o),
                          residual, 16, o->check, o->json, 8.0 * o->n * o->n, memory};
  return app_report(&r);
}

static int report_info(const options_t *o) {
  const char *const text = "cholesky %zu: info %zu\n";
  const char *const json = "{\"app\": \"cholesky\", \"n\": %zu, \"info\": %zu}\n";
  if (MYTHREAD == 0) printf(o->json ? json : text, o->n, info());
  return 1;
}

/* Runs the program with arguments that are right. */
static int run(const options_t *o) {
  problem_t q = allocate(o);
  double *times, r = 0;
  int status;
  app_run_t runs = {o->no_data ? NULL : fill, o->plain ? plain : cholesky, indefinite, &q};
  if (o->graph) graph_begin(&q), runs.body = cholesky_graph;
  times = app_time_runs((int)o->repeat, &runs);
  if (info() > 0) {
    status = report_info(o);
  } else {
    if (o->check) r = residual(&q);
    status = report(o, q.memory, times, r);
    if (o->output != NULL) write_factor(&q, o->output, o->lower);
  }
  if (o->graph) graph_end();
  free(times);
  release(&q);
  return status;
}

int main(int argc, char **argv) {
  options_t o;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  blas_one_thread();
  app_profile(o.profile);
  app_cold(o.cold);
  status = run(&o);
  if (o.input != NULL) app_close(&o.file);
  return status;
}
