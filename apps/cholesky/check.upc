/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: is U'U the matrix that was factored? The threads take slabs of columns in turn. They read U by upc_memget,
 * multiply with one dgemm for each panel, and compute A from its formula or read its file again. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cholesky.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"

enum { PANEL = 256 };

/* The largest error and the largest element of A. */
typedef struct {
  double error, a;
} maxima_t;

/* Rows 0 .. j+w-1 of columns j .. j+w-1 of U -> u, row-major with w elements a row; zero below the diagonal. */
static void get_columns(const problem_t *q, size_t j, size_t w, double *u) {
  const size_t b = q->block;
  size_t count;
  memset(u, 0, sizeof(double) * (j + w) * w);
  for (size_t y = 0; y < w; y += count) {
    const size_t tile = (j + y) / b;
    count = at_most((tile + 1) * b - (j + y), w - y); /* columns of one tile */
    for (size_t x = 0; x < j + y + count; x++) {
      const size_t skip = x > j + y ? x - (j + y) : 0, ld = panel_ld(q, x / b, tile % (size_t)q->grid[1]);
      shared [] const double *row = (shared [] const double *)tile_at(q, x / b, tile) + x % b * ld;
      upc_memget(u + x * w + y + skip, row + (j + y) % b + skip, (count - skip) * sizeof(double));
    }
  }
}

/* Compares the product with A in rows i .. i+h-1 of columns j .. j+w-1, on and above the diagonal. */
static void compare(const problem_t *q, size_t i, size_t h, size_t j, size_t w, const double *product, maxima_t *max) {
  double a[PANEL];
  for (size_t x = 0; x < h; x++) {
    const size_t first = i + x > j ? i + x - j : 0;
    if (first < w) matrix_row(q, i + x, j + first, w - first, a + first);
    for (size_t y = first; y < w; y++) {
      max->a = app_max(max->a, fabs(a[y]));
      max->error = app_max(max->error, fabs(a[y] + product[y * h + x])); /* product is -U'U */
    }
  }
}

static void check_columns(const problem_t *q, size_t j, double *left, double *right, double *product, maxima_t *max) {
  const size_t w = at_most(PANEL, q->n - j);
  get_columns(q, j, w, right);
  for (size_t i = 0; i <= j; i += PANEL) {
    const size_t h = at_most(PANEL, q->n - i);
    get_columns(q, i, h, left);
    gemm("T", h, w, i + h, -1, left, h, right, w, 0, product, h);
    compare(q, i, h, j, w, product, max);
  }
}

double residual(const problem_t *q) {
  double *left = app_allocate(PANEL * q->n, sizeof *left, "the check: columns of U");
  double *right = app_allocate(PANEL * q->n, sizeof *right, "the check: columns of U");
  double *product = app_allocate(PANEL * PANEL, sizeof *product, "the check: a product");
  maxima_t max = {0, 0};

  upc_barrier;
  for (size_t panel = MYTHREAD; panel * PANEL < q->n; panel += THREADS)
    check_columns(q, panel * PANEL, left, right, product, &max);
  max.error = app_max_of_threads(max.error);
  max.a = app_max_of_threads(max.a);
  free(left);
  free(right);
  free(product);
  return max.error / (q->n * DBL_EPSILON * max.a);
}
