/* SPDX-License-Identifier: BSD-3-Clause
 * recursive.upc: Strassen's product of matrices by recursion, as M. Weiland and T. Haddow have it (Performance
 * Evaluation of Chapel's Task Parallel Features, 2009): sums of quarters in one cobegin, seven products in another,
 * which begin tasks of their own, until the quarters are small: those are multiplied by three loops, as in the paper.
 * strassen.upc has such products by dgemm, without recursion. The tasks run on thread 0's node. */
#include <math.h>
#include <upc_castable.h>
#include "tasks.h"
#include "arithmetic.h"

/* How often a small product is computed. More than once, products take longer beside sums, as on a slower machine. */
#ifndef SMALL_PRODUCTS
#define SMALL_PRODUCTS 1
#endif

enum { CUTOFF = 64, SUMS = 10, MATRICES_OF_CALL = SUMS + 7 };

/* A square part of a matrix: its first element, and the elements from one row to the next. */
typedef struct { shared [] double *first; size_t row; } part_of_t;

typedef struct { part_of_t at[4]; } quarters_t;

static quarters_t quarters(part_of_t m, size_t half) {
  quarters_t q;
  size_t k;
  for (k = 0; k < 4; k++) {
    q.at[k].first = m.first + k / 2 * half * m.row + k % 2 * half;
    q.at[k].row = m.row;
  }
  return q;
}

/* to = a + factor b */
static void add(part_of_t to, part_of_t a, double factor, part_of_t b, size_t n) {
  double *t = upc_cast(to.first);
  const double *x = upc_cast(a.first), *y = upc_cast(b.first);
  size_t i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) t[i * to.row + j] = x[i * a.row + j] + factor * y[i * b.row + j];
}

/* c = a b. The inner loop goes along rows of b and c. */
static void multiply_small(part_of_t c, part_of_t a, part_of_t b, size_t n) {
  const double *x = upc_cast(a.first), *y = upc_cast(b.first);
  double *restrict z = upc_cast(c.first);
  size_t i, j, k;
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) z[i * c.row + j] = 0;
    for (k = 0; k < n; k++)
      for (j = 0; j < n; j++) z[i * c.row + j] += x[i * a.row + k] * y[k * b.row + j];
  }
}

/* The quarters of C are sums of the products. */
static void assemble(quarters_t c, const part_of_t m[7], size_t n) {
  add(c.at[0], m[0], 1, m[3], n), add(c.at[0], c.at[0], -1, m[4], n), add(c.at[0], c.at[0], 1, m[6], n);
  add(c.at[1], m[2], 1, m[4], n);
  add(c.at[2], m[1], 1, m[3], n);
  add(c.at[3], m[0], -1, m[1], n), add(c.at[3], c.at[3], 1, m[2], n), add(c.at[3], c.at[3], 1, m[5], n);
}

typedef struct { part_of_t sum[SUMS], product[7]; } work_t;

static work_t work_of(shared [] double *memory, size_t n) {
  work_t w;
  int k;
  for (k = 0; k < MATRICES_OF_CALL; k++) {
    part_of_t *part = k < SUMS ? &w.sum[k] : &w.product[k - SUMS];
    part->first = memory + (size_t)k * n * n;
    part->row = n;
  }
  return w;
}

static void multiply(part_of_t c, part_of_t a, part_of_t b, size_t n);

static void multiply_quarters(quarters_t a, quarters_t b, work_t w, size_t n) {
  upc_cobegin {
    add(w.sum[0], a.at[0], 1, a.at[3], n);
    add(w.sum[1], b.at[0], 1, b.at[3], n);
    add(w.sum[2], a.at[2], 1, a.at[3], n);
    add(w.sum[3], b.at[1], -1, b.at[3], n);
    add(w.sum[4], b.at[2], -1, b.at[0], n);
    add(w.sum[5], a.at[0], 1, a.at[1], n);
    add(w.sum[6], a.at[2], -1, a.at[0], n);
    add(w.sum[7], b.at[0], 1, b.at[1], n);
    add(w.sum[8], a.at[1], -1, a.at[3], n);
    add(w.sum[9], b.at[2], 1, b.at[3], n);
  }
  upc_cobegin {
    multiply(w.product[0], w.sum[0], w.sum[1], n);
    multiply(w.product[1], w.sum[2], b.at[0], n);
    multiply(w.product[2], a.at[0], w.sum[3], n);
    multiply(w.product[3], a.at[3], w.sum[4], n);
    multiply(w.product[4], w.sum[5], b.at[3], n);
    multiply(w.product[5], w.sum[6], w.sum[7], n);
    multiply(w.product[6], w.sum[8], w.sum[9], n);
  }
}

static void multiply(part_of_t c, part_of_t a, part_of_t b, size_t n) {
  const size_t half = n / 2;
  shared [] double *memory;
  work_t w;
  int k;
  if (n <= CUTOFF || n % 2 != 0) {
    for (k = 0; k < SMALL_PRODUCTS; k++) multiply_small(c, a, b, n);
    return;
  }
  memory = upc_alloc(MATRICES_OF_CALL * half * half * sizeof(double));
  w = work_of(memory, half);
  multiply_quarters(quarters(a, half), quarters(b, half), w, half);
  assemble(quarters(c, half), w.product, half);
  upc_free(memory);
}

static void fill(shared [] double *m, size_t n, double (*element)(size_t i, size_t j)) {
  size_t i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) m[i * n + j] = element != NULL ? element(i, j) : NAN;
}

static void prepare(problem_t *q) {
  const size_t n = (size_t)q->n, bytes = n * n * sizeof(double);
  q->bytes = 3 * (double)bytes;
  if (MYTHREAD > 0) return;
  fill(q->a = upc_alloc(bytes), n, element_a);
  fill(q->b = upc_alloc(bytes), n, element_b);
  fill(q->c = upc_alloc(bytes), n, NULL);
}

static void run(problem_t *q) {
  const size_t n = (size_t)q->n;
  const part_of_t a = {q->a, n}, b = {q->b, n}, c = {q->c, n};
  upc_sync multiply(c, a, b, n);
}

/* Rows of the product again: at most 8. */
static double error(const problem_t *q) {
  const size_t n = (size_t)q->n, step = n / 8 + 1;
  double worst = 0;
  size_t i, j, k;
  if (MYTHREAD > 0) return 0;
  for (i = 0; i < n; i += step)
    for (j = 0; j < n; j++) {
      double sum = 0, difference;
      for (k = 0; k < n; k++) sum += element_a(i, k) * element_b(k, j);
      difference = fabs(q->c[i * n + j] - sum);
      if (!(difference <= worst)) worst = difference;
    }
  return worst;
}

static double operations(double n) { return 2 * n * n * n; }

const program_t recursive_program = {"recursive", "strassen by recursion, matrices of N x N", 512, 1, 16384, 1,
                                     "GFlop/s", "gflops", operations, prepare, run, error, 0.5};
