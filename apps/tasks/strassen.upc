/* SPDX-License-Identifier: BSD-3-Clause
 * strassen.upc: 49 products of sums of tiles by dgemm, then the 16 tiles of the result, in tasks. The matrices
 * are on thread 0. Near threads read them where they are. A far thread makes copies first, which its tasks read. */
#include <math.h>
#include <stdlib.h>
#include <upc_castable.h>
#include "tasks.h"
#include "arithmetic.h"
#include "../common/memory.h"
#include "../matmul/blas.h"

static shared [] double *shared [] given[4]; /* thread 0's a, b, c and products, for all */
static shared [] double *copy[2];         /* a far thread's copies of a and b; null on near threads */
static double *work[3];                   /* this thread's room for tiles */

static void fill(shared [] double *matrix, size_t n, double (*element)(size_t i, size_t j)) {
  const size_t side = n / 4;
  double *tile = (double *)matrix;
  size_t i, j;
  int k;
  for (k = 0; k < TILES; k++, tile += side * side)
    for (i = 0; i < side; i++)
      for (j = 0; j < side; j++)
        tile[i * side + j] = element((size_t)tile_row(k) * side + i, (size_t)tile_column(k) * side + j);
}

static double a_element(size_t i, size_t j) { return element_a(i, j); }
static double b_element(size_t i, size_t j) { return element_b(i, j); }

static void prepare(problem_t *q) {
  const size_t n = (size_t)q->n, tile = n / 4 * (n / 4) * sizeof(double);
  int k;
  openblas_set_num_threads(1);
  q->bytes = (3 * TILES + PRODUCTS) * (double)tile;
  for (k = 0; k < 4 && MYTHREAD == 0; k++) given[k] = upc_alloc((k < 3 ? TILES : PRODUCTS) * tile);
  for (k = 0; k < 3; k++) work[k] = app_allocate(tile, 1, "a tile");
  upc_barrier;
  for (k = 0; k < 2 && upc_cast(given[0]) == NULL; k++) copy[k] = upc_alloc(TILES * tile);
  q->a = given[0], q->b = given[1], q->c = given[2], q->products = given[3];
  if (MYTHREAD > 0) return;
  fill(q->a, n, a_element);
  fill(q->b, n, b_element);
}

/* Matrix k of thread 0 where it is, or this thread's copy of it. */
static shared [] double *matrix_near(int k, size_t n) {
  if (copy[k] == NULL) return given[k];
  upc_memget((double *)copy[k], given[k], n * n * sizeof(double));
  return copy[k];
}

/* The tiles are row by row, and dgemm takes columns: it gets the factors in the other order. */
static void multiply(shared [] double *a, shared [] double *b, shared [] double *products, int task, size_t side) {
  const product_part_t p = product_part(task, side);
  const size_t count = side * side;
  shared [] double *to = products + (size_t)p.product * count + p.row * side;
  double *there = upc_cast(to);
  const double *sum_a = sum_of_tiles(work[0], factor_a, p.product, TILES, upc_cast(a), count, p.row * side,
                                     p.rows * side);
  const double *sum_b = sum_of_tiles(work[1], factor_b, p.product, TILES, upc_cast(b), count, 0, count);
  if (p.rows == 0) return;
  dgemm(side, p.rows, side, sum_b, side, sum_a, side, 0, there != NULL ? there : work[2], side);
  if (there == NULL) upc_memput(to, work[2], p.rows * side * sizeof(double));
}

static void run(problem_t *q) {
  const size_t n = (size_t)q->n, side = n / 4, count = side * side;
  shared [] double *c = q->c, *products = q->products;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    shared [] double *a = matrix_near(0, n), *b = matrix_near(1, n);
    int task;
    for (task = t; task < PRODUCT_TASKS; task += THREADS) upc_begin { multiply(a, b, products, task, side); }
  }
  upc_coforall (int tile = 0; tile < TILES; tile++) {
    double *to = upc_cast(c + (size_t)tile * count);
    (void)sum_of_tiles(to, factor_c, tile, PRODUCTS, upc_cast(products), count, 0, count);
  }
}

/* Rows of the product again: at most 8. */
static double error(const problem_t *q) {
  const size_t n = (size_t)q->n, side = n / 4, step = n / 8 + 1;
  double worst = 0;
  size_t i, j, k;
  if (MYTHREAD > 0) return 0;
  for (i = 0; i < n; i += step)
    for (j = 0; j < n; j++) {
      const size_t quarter = i / side / 2 * 2 + j / side / 2, within = i / side % 2 * 2 + j / side % 2;
      double sum = 0, difference;
      for (k = 0; k < n; k++) sum += element_a(i, k) * element_b(k, j);
      difference = fabs(q->c[(quarter * 4 + within) * side * side + i % side * side + j % side] - sum);
      if (!(difference <= worst)) worst = difference;
    }
  return worst;
}

static double operations(double n) { return 2 * n * n * n; }

const program_t strassen_program = {"strassen", "matrices of N x N, N a multiple of 4", 2048, 4, 16384, 4, "GFlop/s",
                                    "gflops", operations, prepare, run, error, 0.5};
