/* SPDX-License-Identifier: BSD-3-Clause
 * tasks_peer.h: the programs of apps/tasks for a library with tasks in one memory. The file that includes it defines
 *
 *     in_tasks(count, part, data)     part(i, data) for i from 0 to count - 1, a task for each; waits for all
 *     eight_calls(n)                  eight tasks that call count_call, and a wait, n times
 *     with_threads(threads, run, n)   calls run(n) where tasks can be begun, with this number of threads
 *
 * Usage of such a program: THREADS PROGRAM N REPEAT. It prints the median of the seconds. */
#ifndef TASKS_PEER_H
#define TASKS_PEER_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../../apps/tasks/arithmetic.h"
#ifdef __cplusplus
extern "C" {
#endif
#include "../../apps/common/blas.h"
void openblas_set_num_threads(int threads);
#ifdef __cplusplus
}
#endif

typedef void part_t(int i, void *data);
static void in_tasks(int count, part_t *part, void *data);
static void eight_calls(long n);
static void with_threads(int threads, void (*run)(long n), long n);

static volatile long calls;
static inline void count_call(void) { calls = calls + 1; }

static void *memory(size_t bytes) {
  void *p = malloc(bytes);
  if (!p) fprintf(stderr, "no memory\n"), exit(1);
  return p;
}

/* ---- the programs ---- */
static double *results; /* of parts */
static double result;

static double sum_of(int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += results[i];
  return sum;
}

static void queens_part(int k, void *data) {
  int n = (int)*(long *)data;
  results[k] = (double)queens_from(n, k / n, k % n);
}
static void run_queens(long n) {
  in_tasks((int)(n * n), queens_part, &n);
  result = sum_of((int)(n * n));
}

static void pi_task(int k, void *data) { results[k] = pi_part(*(long *)data, k); }
static void run_pi(long n) {
  in_tasks(PI_PARTS, pi_task, &n);
  result = sum_of(PI_PARTS);
}

static unsigned char *image;
static void mandelbrot_strip(int k, void *data) {
  int n = (int)*(long *)data, part = k / STRIPS, side = n / PARTS, left = part % PARTS * side;
  for (int i = strip_row(n, part, k % STRIPS), end = strip_row(n, part, k % STRIPS + 1); i < end; i++)
    for (int j = left; j < left + side; j++) image[(size_t)i * (size_t)n + (size_t)j] = mandelbrot(WHOLE_SET, n, i, j);
}
static void run_mandelbrot(long n) { in_tasks(PARTS * PARTS * STRIPS, mandelbrot_strip, &n); }

static double *values;
static void options_part(int k, void *data) {
  long n = *(long *)data, from = (long)k * CHUNK, to = from + CHUNK < n ? from + CHUNK : n;
  for (long i = from; i < to; i++) values[i] = option_value(i);
}
static void run_options(long n) { in_tasks((int)((n + CHUNK - 1) / CHUNK), options_part, &n); }

static double *a, *b, *c, *products;

static void multiply(int task, void *data) {
  static __thread double *work[2];
  size_t side = (size_t)*(long *)data / 4, count = side * side;
  product_part_t p = product_part(task, side, 0, PRODUCTS * side);
  for (int k = 0; k < 2; k++)
    if (!work[k]) work[k] = (double *)memory(count * sizeof(double));
  const double *sum_a = sum_of_tiles(work[0], factor_a, p.product, TILES, a, count, p.row * side, p.rows * side);
  const double *sum_b = sum_of_tiles(work[1], factor_b, p.product, TILES, b, count, 0, count);
  if (p.rows > 0)
    gemm("N", side, p.rows, side, 1, sum_b, side, sum_a, side, 0,
         products + (size_t)p.product * count + p.row * side, side);
}
static void tile_part(int tile, void *data) {
  size_t side = (size_t)*(long *)data / 4, count = side * side;
  (void)sum_of_tiles(c + (size_t)tile * count, factor_c, tile, PRODUCTS, products, count, 0, count);
}
static void run_strassen(long n) {
  in_tasks(PRODUCT_TASKS, multiply, &n);
  in_tasks(TILES, tile_part, &n);
}

/* ---- their data, and the runs ---- */
static void fill_matrices(size_t n) {
  size_t side = n / 4, bytes = n * n * sizeof(double);
  a = (double *)memory(bytes), b = (double *)memory(bytes), c = (double *)memory(bytes);
  products = (double *)memory(bytes / TILES * PRODUCTS);
  for (int k = 0; k < TILES; k++)
    for (size_t i = 0; i < side; i++)
      for (size_t j = 0; j < side; j++) {
        size_t row = (size_t)tile_row(k) * side + i, column = (size_t)tile_column(k) * side + j;
        a[((size_t)k * side + i) * side + j] = element_a(row, column);
        b[((size_t)k * side + i) * side + j] = element_b(row, column);
      }
}

static void allocate(const char *program, size_t n) {
  openblas_set_num_threads(1);
  results = (double *)memory((n < 64 ? n * n : 64) * sizeof(double) + PI_PARTS * sizeof(double));
  if (strcmp(program, "mandelbrot") == 0) image = (unsigned char *)memory(n * n);
  if (strcmp(program, "blackscholes") == 0) values = (double *)memory(n * sizeof(double));
  if (strcmp(program, "strassen") == 0) fill_matrices(n);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *x, const void *y) {
  double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

static void (*program)(long n);
static int repeat;
static double *seconds;

static void timed(long n) {
  for (int k = -1; k < repeat; k++) {
    double start = now();
    program(n);
    if (k >= 0) seconds[k] = now() - start;
  }
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(long n); } all[] = {
      {"loop", eight_calls}, {"nqueens", run_queens}, {"pi", run_pi}, {"mandelbrot", run_mandelbrot},
      {"blackscholes", run_options}, {"strassen", run_strassen}};
  if (argc == 5)
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      if (strcmp(argv[2], all[i].name) == 0) program = all[i].run;
  if (!program || (repeat = atoi(argv[4])) < 1) {
    fprintf(stderr, "usage: THREADS PROGRAM N REPEAT\n");
    return 2;
  }
  long n = atol(argv[3]);
  seconds = (double *)memory((size_t)repeat * sizeof *seconds);
  allocate(argv[2], (size_t)n);
  with_threads(atoi(argv[1]), timed, n);
  qsort(seconds, (size_t)repeat, sizeof *seconds, ascending);
  printf("%.9f\n", seconds[repeat / 2]);
  return 0;
}

#endif
