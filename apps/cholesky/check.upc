/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: is U'U the matrix that was factored? Threads take slabs of columns in turn, whoever owns them, read U
 * through plain UPC gets, multiply with one dgemm a panel, and get A from its formula or file again. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "blas.h"
#include "cholesky.h"
#include "../common/maxima.h"

enum { PANEL = 256 };

/* What one thread has seen. */
typedef struct {
  double error, a;
} maxima_t;

/* Columns j .. j+w of U, down to row j+w, into u with ld rows; zero below the diagonal. */
static void get_columns(const problem_t *q, size_t j, size_t w, double *u, size_t ld) {
  const size_t b = q->block;
  for (size_t y = 0; y < w; y++) {
    double *column = u + y * ld;
    for (size_t x = 0; x <= j + y; x += b)
      upc_memget(column + x, (shared [] const double *)TILE(q, x / b, (j + y) / b) + (j + y) % b * b,
                 at_most(b, j + y + 1 - x) * sizeof(double));
    for (size_t x = j + y + 1; x < j + w; x++) column[x] = 0;
  }
}

/* Rows i .. i+h of columns j .. j+w, product against A, on and above the diagonal. */
static void compare(const problem_t *q, size_t i, size_t h, size_t j, size_t w, const double *product, maxima_t *max) {
  double a[PANEL];
  for (size_t x = 0; x < h; x++) {
    const size_t first = i + x > j ? i + x - j : 0;
    if (first < w) matrix_row(q, i + x, j + first, w - first, a + first);
    for (size_t y = first; y < w; y++) {
      max->a = app_larger(max->a, fabs(a[y]));
      max->error = app_larger(max->error, fabs(a[y] + product[y * h + x])); /* product is -U'U */
    }
  }
}

static void check_columns(const problem_t *q, size_t j, double *left, double *right, double *product, maxima_t *max) {
  const size_t w = at_most(PANEL, q->n - j);
  get_columns(q, j, w, right, j + w);
  for (size_t i = 0; i <= j; i += PANEL) {
    const size_t h = at_most(PANEL, q->n - i);
    get_columns(q, i, h, left, i + h);
    for (size_t x = 0; x < h * w; x++) product[x] = 0;
    gemm(h, w, i + h, left, i + h, right, j + w, product, h);
    compare(q, i, h, j, w, product, max);
  }
}

double residual(const problem_t *q) {
  double *left = malloc(sizeof(double) * PANEL * q->n), *right = malloc(sizeof(double) * PANEL * q->n);
  double *product = malloc(sizeof(double) * PANEL * PANEL);
  maxima_t max = {0, 0};

  upc_barrier;
  for (size_t panel = MYTHREAD; panel * PANEL < q->n; panel += THREADS)
    check_columns(q, panel * PANEL, left, right, product, &max);
  max.error = app_largest(max.error);
  max.a = app_largest(max.a);
  free(left);
  free(right);
  free(product);
  return max.error / (q->n * DBL_EPSILON * max.a);
}
