/* SPDX-License-Identifier: BSD-3-Clause
 * strassen.upc: 49 products of sums of tiles by dgemm, then the 16 tiles of the result, a task for each. The matrices
 * are on thread 0. A near task reads their tiles where they are, a far one gets copies. */
#include <math.h>
#include <stdlib.h>
#include <upc_castable.h>
#include "tasks.h"
#include "arithmetic.h"
#include "../common/memory.h"
#include "../matmul/blas.h"

static shared [] double *shared [] given[4]; /* thread 0's a, b, c and products, for all */
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
  q->a = given[0], q->b = given[1], q->c = given[2], q->products = given[3];
  if (MYTHREAD > 0) return;
  fill(q->a, n, a_element);
  fill(q->b, n, b_element);
}

/* The tile where it is, or in `copy` if it is far. */
static const double *tile_at(shared [] double *at, size_t count, double *copy) {
  const double *here = upc_cast(at);
  if (here != NULL) return here;
  upc_memget(copy, at, count * sizeof *copy);
  return copy;
}

/* The sum of the tiles of `from` with the factors of part k. */
static void sum_tiles(double *sum, int (*factor)(int k, int tile), int k, int tiles, shared [] double *from,
                      size_t count) {
  int tile, first = 1;
  for (tile = 0; tile < tiles; tile++) {
    const int f = factor(k, tile);
    if (f == 0) continue;
    add_tile(sum, first, f, tile_at(from + (size_t)tile * count, count, work[2]), count);
    first = 0;
  }
}

static int of_a(int product, int tile) { return factor_a(product, tile); }
static int of_b(int product, int tile) { return factor_b(product, tile); }
static int of_c(int tile, int product) { return factor_c(tile, product); }

/* The tiles are row by row, and dgemm takes columns: it gets the factors in the other order. */
static void multiply(shared [] double *a, shared [] double *b, shared [] double *products, int p, size_t side) {
  const size_t count = side * side;
  double *there = upc_cast(products + (size_t)p * count);
  sum_tiles(work[0], of_a, p, TILES, a, count);
  sum_tiles(work[1], of_b, p, TILES, b, count);
  dgemm(side, side, side, work[1], side, work[0], side, 0, there != NULL ? there : work[2], side);
  if (there == NULL) upc_memput(products + (size_t)p * count, work[2], count * sizeof(double));
}

static void run(problem_t *q) {
  const size_t side = (size_t)q->n / 4, count = side * side;
  shared [] double *a = q->a, *b = q->b, *c = q->c, *products = q->products;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    int p;
    for (p = t; p < PRODUCTS; p += THREADS) upc_begin { multiply(a, b, products, p, side); }
  }
  upc_coforall (int tile = 0; tile < TILES; tile++) {
    sum_tiles((double *)upc_cast(c + (size_t)tile * count), of_c, tile, PRODUCTS, products, count);
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
