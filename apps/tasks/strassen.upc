/* SPDX-License-Identifier: BSD-3-Clause
 * strassen.upc: 49 products of sums of tiles by dgemm, then the 16 tiles of the result, in tasks. The matrices are on
 * thread 0, whose node uses them where they are. A far thread computes some rows of each tile of the result by itself:
 * so it needs these rows of A and all of B, in copies, and it sends nothing but its rows of the result. */
#include <math.h>
#include <stdlib.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include "tasks.h"
#include "arithmetic.h"
#include "../common/memory.h"
#include "../matmul/blas.h"

enum { A, B, C, ALL_PRODUCTS, MATRICES };
static shared [] double *shared [] given[MATRICES]; /* thread 0's, for all */
static shared [] double *mine[MATRICES];  /* the same, or on a far thread its own */
static double *work[2];                   /* this thread's memory for sums of tiles */

/* The rows of each tile that a thread computes: from..to - 1. */
typedef struct { size_t from, to; } rows_t;
static rows_t my_rows;                    /* none on threads near thread 0, which help it */
static shared int far_threads[THREADS];   /* 1 on threads far from thread 0 */

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

/* In proportion to the threads that compute them: thread 0's are computed by all near it. Collective. */
static rows_t divide_rows(size_t side) {
  const size_t is_far = mine[A] != given[A];
  size_t near = 0, far_before = 0, first, end;
  rows_t rows;
  int t;
  far_threads[MYTHREAD] = (int)is_far;
  upc_barrier;
  for (t = 0; t < THREADS; t++) {
    near += !far_threads[t];
    far_before += far_threads[t] && t < MYTHREAD;
  }
  first = MYTHREAD == 0 ? 0 : near + far_before;
  end = MYTHREAD == 0 ? near : first + is_far;
  rows.from = side * first / THREADS;
  rows.to = side * end / THREADS;
  return rows;
}

static void prepare(problem_t *q) {
  const size_t n = (size_t)q->n, tile = n / 4 * (n / 4) * sizeof(double);
  int k;
  openblas_set_num_threads(1);
  q->bytes = (3 * TILES + PRODUCTS) * (double)tile;
  for (k = 0; k < MATRICES && MYTHREAD == 0; k++) given[k] = upc_alloc((k == ALL_PRODUCTS ? PRODUCTS : TILES) * tile);
  for (k = 0; k < 2; k++) work[k] = app_allocate(tile, 1, "a tile");
  upc_barrier;
  for (k = 0; k < MATRICES; k++) mine[k] = copy_near(given[k], (k == ALL_PRODUCTS ? PRODUCTS : TILES) * tile);
  my_rows = divide_rows(n / 4);
  q->c = given[C];
  if (MYTHREAD > 0) return;
  fill(given[A], n, a_element);
  fill(given[B], n, b_element);
}

static void fetch(rows_t rows, size_t side) {
  const size_t row = side * sizeof(double);
  int tile;
  fetch_copy(mine[B], given[B], 0, TILES * side * row);
  for (tile = 0; tile < TILES; tile++)
    fetch_copy(mine[A], given[A], ((size_t)tile * side + rows.from) * row, (rows.to - rows.from) * row);
  upc_synci();
}

static void send(rows_t rows, size_t side) {
  const size_t row = side * sizeof(double);
  int tile;
  for (tile = 0; tile < TILES; tile++)
    send_copy(mine[C], given[C], ((size_t)tile * side + rows.from) * row, (rows.to - rows.from) * row);
  upc_synci();
}

/* The tiles are row by row, and dgemm takes columns: it gets the factors in the other order. */
static void multiply(shared [] double *a, shared [] double *b, shared [] double *products, rows_t rows, int task,
                     size_t side) {
  const product_part_t p = product_part(task, rows.to - rows.from);
  const size_t count = side * side, first = (rows.from + p.row) * side;
  double *product = (double *)upc_cast(products + (size_t)p.product * count) + first;
  const double *sum_a, *sum_b;
  if (p.rows == 0) return;
  sum_a = sum_of_tiles(work[0], factor_a, p.product, TILES, upc_cast(a), count, first, p.rows * side);
  sum_b = sum_of_tiles(work[1], factor_b, p.product, TILES, upc_cast(b), count, 0, count);
  dgemm(side, p.rows, side, sum_b, side, sum_a, side, 0, product, side);
}

static void compute(rows_t rows, size_t side) {
  const size_t count = side * side, first = rows.from * side, number = (rows.to - rows.from) * side;
  shared [] double *a = mine[A], *b = mine[B], *c = mine[C], *products = mine[ALL_PRODUCTS];
  if (number == 0) return;
  upc_coforall (int task = 0; task < PRODUCT_TASKS; task++) { multiply(a, b, products, rows, task, side); }
  upc_coforall (int tile = 0; tile < TILES; tile++) {
    double *to = (double *)upc_cast(c + (size_t)tile * count) + first;
    (void)sum_of_tiles(to, factor_c, tile, PRODUCTS, upc_cast(products), count, first, number);
  }
}

static void run(problem_t *q) {
  const size_t side = (size_t)q->n / 4;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { fetch(my_rows, side); }
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    compute(my_rows, side);
    send(my_rows, side);
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
