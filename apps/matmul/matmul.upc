/* SPDX-License-Identifier: BSD-3-Clause
 * matmul.upc: the driver. Fills A and B, multiplies and times, checks, prints one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "blas.h"
#include "matmul.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static upc_stride_array_t matrix(const options_t *o, size_t rows, size_t cols) {
  return upc_stride_all_alloc(2, (const size_t[]){rows, cols}, (const size_t[]){o->block, o->block}, sizeof(double), 2, o->grid);
}

static problem_t allocate(const options_t *o) {
  problem_t q = {o->m, o->n, o->p, o->block, {o->grid[0], o->grid[1]}};
  q.A = matrix(o, o->m, o->p);
  q.B = matrix(o, o->p, o->n);
  q.C = matrix(o, o->m, o->n);
  q.scratchA = matrix(o, o->grid[0] * o->block, o->grid[1] * o->block);
  q.scratchB = matrix(o, o->grid[0] * o->block, o->n);
  return q;
}

static void release(const problem_t *q) {
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->B);
  upc_stride_all_free(q->C);
  upc_stride_all_free(q->scratchA);
  upc_stride_all_free(q->scratchB);
}

/* Each thread fills its own tiles through private pointers. */
static void fill(const problem_t *q, upc_stride_array_t matrix, size_t rows, size_t cols, double (*element)(size_t, size_t)) {
  const size_t b = q->block, myrow = MYTHREAD / q->grid[1], mycol = MYTHREAD % q->grid[1];
  for (size_t i = myrow * b; i < rows; i += q->grid[0] * b)
    for (size_t j = mycol * b; j < cols; j += q->grid[1] * b) {
      double *tile = LOCAL(matrix, i, j);
      for (size_t y = 0; y < b && j + y < cols; y++)
        for (size_t x = 0; x < b && i + x < rows; x++) tile[y * b + x] = element(i + x, j + y);
    }
}

static double timed(const problem_t *q, void (*multiply)(const problem_t *)) {
  upc_barrier;
  const double start = now();
  multiply(q);
  upc_barrier;
  return now() - start;
}

static int ascending(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static void report(const options_t *o, double *times, double residual) {
  qsort(times, o->repeat, sizeof *times, ascending);
  const double median = (times[(o->repeat - 1) / 2] + times[o->repeat / 2]) / 2;
  printf("matmul %zux%zux%zu block %zu grid %dx%d threads %d: %.4f/%.4f s (min/median), %.1f GFlop/s, residual ", o->m,
         o->n, o->p, o->block, o->grid[0], o->grid[1], (int)THREADS, times[0], median, 2e-9 * o->m * o->n * o->p / times[0]);
  if (o->check) printf("%.1f %s\n", residual, residual < 16 ? "PASS" : "FAIL");
  else printf("- -\n");
}

int main(int argc, char **argv) {
  options_t o;
  const int status = parse_options(argc, argv, &o);
  if (status != OPTIONS_OK) return status == OPTIONS_HELP ? 0 : 2;
  openblas_set_num_threads(1);

  problem_t q = allocate(&o);
  fill(&q, q.A, o.m, o.p, element_a);
  fill(&q, q.B, o.p, o.n, element_b);

  void (*multiply)(const problem_t *) = o.plain ? plain : summa;
  double *times = malloc(sizeof *times * o.repeat), r = 0;
  timed(&q, multiply);
  for (int i = 0; i < o.repeat; i++) times[i] = timed(&q, multiply);
  if (o.check) r = residual(&q);
  if (MYTHREAD == 0) report(&o, times, r);
  free(times);
  release(&q);
  return r < 16 ? 0 : 1;
}
