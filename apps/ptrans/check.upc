/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: the first contents of the matrices, and what B must hold after one run. All values are multiples of 1/2
 * below 2^52, so the sums are exact. */
#include <upc.h>
#include "ptrans.h"
#include "../common/report.h"

static double value_of_a(const problem_t *q, size_t i, size_t j) { return (double)(i * q->rows + j); }
static double value_of_b(size_t i, size_t j) { return 0.5 * (double)(i + 3 * j + 1); }

/* Calls visit for the rows of each block that this thread owns of a rows x cols matrix. */
static void each_row(const problem_t *q, size_t rows, size_t cols, visit_t visit) {
  const size_t b = q->block, down = b * (size_t)q->grid[0], across = b * (size_t)q->grid[1];
  size_t top, left, i;
  for (top = b * (size_t)q->row; top < rows; top += down)
    for (left = b * (size_t)q->col; left < cols; left += across)
      for (i = top; i < at_most(top + b, rows); i++) visit(q, i, left, at_most(b, cols - left));
}

void each_row_of_b(const problem_t *q, visit_t visit) { each_row(q, q->rows, q->cols, visit); }

static void put_a(const problem_t *q, size_t i, size_t j, size_t n) {
  double *const a = (double *)app_at(q->a, i, j);
  size_t k;
  for (k = 0; k < n; k++) a[k] = value_of_a(q, i, j + k);
}

static void put_b(const problem_t *q, size_t i, size_t j, size_t n) {
  double *const b = (double *)app_at(q->b, i, j);
  size_t k;
  for (k = 0; k < n; k++) b[k] = value_of_b(i, j + k);
}

void set_a(const problem_t *q) {
  each_row(q, q->cols, q->rows, put_a);
  upc_barrier;
}

void set_b(void *problem) {
  each_row_of_b(problem, put_b);
  upc_barrier;
}

static double wrong;

static void count_wrong(const problem_t *q, size_t i, size_t j, size_t n) {
  const double *const b = (const double *)app_at(q->b, i, j);
  size_t k;
  for (k = 0; k < n; k++) wrong += b[k] != value_of_a(q, j + k, i) + value_of_b(i, j + k);
}

double faults(const problem_t *q) {
  upc_barrier;
  wrong = 0;
  each_row_of_b(q, count_wrong);
  return app_max_of_threads(wrong);
}
