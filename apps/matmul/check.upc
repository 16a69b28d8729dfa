/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: is C the product? Each thread checks a slab of C's rows. It computes A's rows and B from their formulas
 * again, or reads their files, multiplies them with one dgemm for each panel, and reads C by upc_memget. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "matmul.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/report.h"

enum { PANEL = 256 };

/* The largest error, and the largest element of A and of B. */
typedef struct {
  double error, a, b;
} maxima_t;

/* Compares rows i .. i+h-1 of column j of C with ref, tile by tile. */
static void compare_column(const problem_t *q, size_t i, size_t h, size_t j, const double *ref, maxima_t *max) {
  double column[PANEL];
  for (size_t done = 0, piece; done < h; done += piece) {
    const size_t x = (i + done) % q->bm, y = j % q->bn; /* row and column in the tile */
    shared [] const double *tile = (shared [] const double *)AT(q->C, i + done - x, j - y);
    piece = at_most(h - done, q->bm - x);
    upc_memget(column + done, tile + y * q->bm + x, piece * sizeof(double));
  }
  for (size_t x = 0; x < h; x++) max->error = app_max(max->error, fabs(column[x] - ref[x]));
}

static double largest(const double *x, size_t n, double max) {
  for (size_t i = 0; i < n; i++) max = app_max(max, fabs(x[i]));
  return max;
}

/* Checks rows i .. i+h-1 of C, one panel of columns at a time. a, b and ref are column-major and hold one panel
 * each. */
static void compare_slab(const problem_t *q, size_t i, size_t h, double *a, double *b, double *ref, maxima_t *max) {
  elements(q, MATRIX_A, i, 0, h, q->p, a, h);
  max->a = largest(a, h * q->p, max->a);
  for (size_t j = 0; j < q->n; j += PANEL) {
    const size_t w = at_most(PANEL, q->n - j);
    elements(q, MATRIX_B, 0, j, q->p, w, b, q->p);
    max->b = largest(b, q->p * w, max->b);
    gemm("N", h, w, q->p, 1, a, h, b, q->p, 0, ref, h);
    for (size_t y = 0; y < w; y++) compare_column(q, i, h, j + y, ref + y * h, max);
  }
}

double residual(const problem_t *q) {
  const size_t first = q->m * MYTHREAD / THREADS, end = q->m * (MYTHREAD + 1) / THREADS;
  double *a = app_allocate(PANEL * q->p, sizeof *a, "the check: a panel of A");
  double *b = app_allocate(PANEL * q->p, sizeof *b, "the check: a panel of B");
  double *ref = app_allocate(PANEL * PANEL, sizeof *ref, "the check: a panel of C");
  maxima_t max = {0, 0, 0};

  upc_barrier;
  for (size_t i = first; i < end; i += PANEL) compare_slab(q, i, at_most(PANEL, end - i), a, b, ref, &max);
  max.error = app_max_of_threads(max.error);
  max.a = app_max_of_threads(max.a);
  max.b = app_max_of_threads(max.b);
  free(a);
  free(b);
  free(ref);
  return max.error == 0 ? 0 : max.error / (q->p * DBL_EPSILON * max.a * max.b);
}
