/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: fills A and B, multiplies and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "matmul.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

/* A rows x cols matrix in blocks of h x w. */
static upc_stride_array_t blocks(const options_t *o, size_t rows, size_t cols, size_t h, size_t w) {
  return app_matrix(rows, cols, h, w, sizeof(double), o->grid);
}

/* A thread's tiles in a panel of A and of B; 1 if no thread sends them. */
static size_t panel_a_tiles(const options_t *o) { return o->grid[1] > 1 ? pieces(o->m, o->grid[0] * o->block[0]) : 1; }
static size_t panel_b_tiles(const options_t *o) { return o->grid[0] > 1 ? pieces(o->n, o->grid[1] * o->block[1]) : 1; }

static void allocate_panels(const options_t *o, problem_t *q) {
  const size_t m = q->bm, p = q->bp, wide = panel_b_tiles(o) * q->bn, R = q->grid[0], C = q->grid[1];
  for (int i = 0; i < 2; i++) {
    q->panel_a[i] = blocks(o, R * m, panel_a_tiles(o) * C * p, m, p);
    q->panel_b[i] = blocks(o, R * p, C * wide, p, wide);
    q->lent_a[i] = app_allocate(panel_a_tiles(o), sizeof(void *), "the addresses of tiles");
  }
}

static problem_t allocate(options_t *o) {
  const size_t C = (size_t)o->grid[1], all = pieces(o->n, o->block[1]); /* tiles in a row of C */
  problem_t q;
  memset(&q, 0, sizeof q);
  q.m = o->m, q.n = o->n, q.p = o->p;
  q.steps = o->steps;
  q.bm = o->block[0], q.bn = o->block[1], q.bp = o->block[2];
  q.grid[0] = o->grid[0], q.grid[1] = o->grid[1];
  q.myrow = MYTHREAD / C, q.mycol = MYTHREAD % C;
  q.tiles = q.mycol < all ? (all - 1 - q.mycol) / C + 1 : 0;
  /* the last one may be narrow */
  q.width = q.tiles * q.bn - (q.tiles > 0 && (all - 1) % C == q.mycol ? all * q.bn - o->n : 0);
  for (int i = 0; i < 2; i++) q.input[i] = o->input[i] != NULL ? &o->file[i] : NULL;
  q.A = blocks(o, o->m, o->p, q.bm, q.bp);
  q.B = blocks(o, o->p, o->n, q.bp, q.bn);
  q.C = blocks(o, o->m, o->n, q.bm, q.bn);
  allocate_panels(o, &q);
  return q;
}

/* The bytes of all these arrays, on all threads. */
static double memory(const options_t *o) {
  const size_t m = o->block[0], n = o->block[1], p = o->block[2];
  const double matrices = matrix_bytes(o->m, o->p, m, p, o->grid) + matrix_bytes(o->p, o->n, p, n, o->grid) +
                          matrix_bytes(o->m, o->n, m, n, o->grid);
  return matrices + 2 * 8 * (double)(panel_a_tiles(o) * m * p + panel_b_tiles(o) * n * p) * THREADS;
}

static void release(const problem_t *q) {
  for (int i = 0; i < 2; i++) {
    upc_stride_all_free(q->panel_a[i]);
    upc_stride_all_free(q->panel_b[i]);
    free(q->lent_a[i]);
  }
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->B);
  upc_stride_all_free(q->C);
}

static int report(const options_t *o, const double *times, double residual) {
  const double m = (double)o->m, n = (double)o->n, p = (double)o->p;
  const size_t *b = o->block, all = pieces(o->p, b[2]);
  const double done = (double)at_most(o->steps * b[2], o->p); /* of p */
  char sizes[240], members[240], block[100], steps[60] = "", member[60] = "";
  if (o->steps < all) {
    snprintf(steps, sizeof steps, " steps %zu of %zu", o->steps, all);
    snprintf(member, sizeof member, ", \"steps\": %zu, \"of\": %zu", o->steps, all);
  }
  snprintf(block, sizeof block, b[0] == b[1] && b[0] == b[2] ? "%zu" : "%zux%zux%zu", b[0], b[1], b[2]);
  snprintf(sizes, sizeof sizes, "%zux%zux%zu block %s grid %dx%d%s%s", o->m, o->n, o->p, block, o->grid[0], o->grid[1],
           steps, o->graph ? " graph" : "");
  snprintf(members, sizeof members,
           "\"m\": %zu, \"n\": %zu, \"p\": %zu, \"block\": [%zu, %zu, %zu], \"grid\": [%d, %d]%s", o->m,
           o->n, o->p, b[0], b[1], b[2], o->grid[0], o->grid[1], member);
  const app_result_t r = {"matmul", sizes, members, "broadcast", (int)o->repeat, times, 2 * m * n * done, residual, 16,
                          o->check, o->json, 8 * (m * p + p * n + m * n), memory(o)};
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  blas_one_thread();
  app_profile(o.profile);
  app_cold(o.cold);

  problem_t q = allocate(&o);
  double *times, r = 0;
  if (!o.no_data) fill(&q);
  app_run_t runs = {NULL, o.plain ? plain : summa, NULL, &q};
  if (o.graph) graph_begin(&q), runs.body = summa_graph;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.graph) graph_end();
  if (o.check) r = residual(&q);
  status = report(&o, times, r);
  if (o.output != NULL) write_product(&q, o.output);
  for (int i = 0; i < 2; i++)
    if (o.input[i] != NULL) app_close(&o.file[i]);
  free(times);
  release(&q);
  return status;
}
