/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: fills A, factors and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include "../common/arguments.h"
#include "blas.h"
#include "cholesky.h"
#include "../common/runs.h"

static upc_stride_array_t blocks(const problem_t *q, size_t rows, size_t cols, size_t width) {
  return upc_stride_all_alloc(2, (const size_t[]){rows, cols}, (const size_t[]){q->block, width}, sizeof(double), 2, q->grid);
}

static problem_t allocate(const options_t *o) {
  const size_t b = o->block, r = (size_t)o->grid[0], c = (size_t)o->grid[1];
  problem_t q = {o->n, b, (o->n + b - 1) / b, b * b * sizeof(double), o->indefinite, {o->grid[0], o->grid[1]}};
  const size_t deep = (q.tiles + r - 1) / r, wide = (q.tiles + c - 1) / c * b;
  q.myrow = MYTHREAD / c;
  q.mycol = MYTHREAD % c;
  q.A = blocks(&q, o->n, o->n, b);
  q.diagonal = blocks(&q, r * b, c * b, b);
  q.across = blocks(&q, r * b, c * wide, wide);
  q.down = blocks(&q, r * b, (c > 1 ? deep : 1) * c * b, b);
  q.my_diagonal = (double *)upc_stride_at(q.diagonal, (const size_t[]){q.myrow * b, q.mycol * b});
  q.my_across = (double *)upc_stride_at(q.across, (const size_t[]){q.myrow * b, q.mycol * wide});
  q.my_down = (double *)upc_stride_at(q.down, (const size_t[]){q.myrow * b, q.mycol * b});
  return q;
}

static void release(const problem_t *q) {
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->diagonal);
  upc_stride_all_free(q->across);
  upc_stride_all_free(q->down);
}

/* A's tiles on and above the diagonal, each by its owner. */
static void fill(void *data) {
  const problem_t *q = data;
  const size_t b = q->block;
  reset_info();
  for (size_t i = q->myrow; i < q->tiles; i += q->grid[0])
    for (size_t j = my_first(q, i); j < q->tiles; j += q->grid[1]) {
      double *tile = LOCAL(q, i, j);
      for (size_t y = 0; y < side(q, j); y++)
        for (size_t x = 0; x < side(q, i); x++) tile[y * b + x] = element(q, i * b + x, j * b + y);
    }
}

static void run_cholesky(void *data) { cholesky(data); }
static void run_plain(void *data) { plain(data); }

static int report(const options_t *o, const double *times, double residual) {
  char sizes[200], members[200];
  const int rows = o->grid[o->lower], cols = o->grid[!o->lower];
  snprintf(sizes, sizeof sizes, "%zu block %zu grid %dx%d%s", o->n, o->block, rows, cols, o->lower ? " lower" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"block\": %zu, \"grid\": [%d, %d], \"factor\": \"%s\"", o->n, o->block,
           rows, cols, o->lower ? "L" : "U");
  const app_result_t r = {"cholesky", sizes, members, "broadcast", (int)o->repeat, times, 1.0 * o->n * o->n * o->n / 3,
                          residual, 16, o->check, o->json};
  return app_report(&r);
}

static int report_info(const options_t *o) {
  if (MYTHREAD == 0) printf(o->json ? "{\"app\": \"cholesky\", \"n\": %zu, \"info\": %zu}\n" : "cholesky %zu: info %zu\n", o->n, info());
  return 1;
}

int main(int argc, char **argv) {
  options_t o;
  int status = parse_options(argc, argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  openblas_set_num_threads(1);
  app_profile(o.profile);

  problem_t q = allocate(&o);
  double *times = malloc(sizeof *times * o.repeat), r = 0;
  app_time_runs((int)o.repeat, fill, o.plain ? run_plain : run_cholesky, &q, times);
  if (info() > 0) {
    status = report_info(&o);
  } else {
    if (o.check) r = residual(&q);
    status = report(&o, times, r);
  }
  free(times);
  release(&q);
  return status;
}
