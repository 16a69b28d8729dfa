/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: is C the product? Each thread takes a slab of C's rows, whoever owns them; it gets A's rows and B
 * from their formulas or files again, multiplies them with one dgemm a panel, and reads C through plain UPC gets. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "blas.h"
#include "matmul.h"
#include "../common/maxima.h"

enum { PANEL = 256 };

/* What one thread has seen. */
typedef struct {
  double error, a, b;
} maxima_t;

/* Rows i .. i+h of column j of C, tile by tile, against ref. */
static void compare_column(const problem_t *q, size_t i, size_t h, size_t j, const double *ref, maxima_t *max) {
  double column[PANEL];
  for (size_t done = 0, piece; done < h; done += piece) {
    const size_t x = (i + done) % q->bm, y = j % q->bn; /* the place in the tile */
    shared [] const double *tile = (shared [] const double *)AT(q->C, i + done - x, j - y);
    piece = at_most(h - done, q->bm - x);
    upc_memget(column + done, tile + y * q->bm + x, piece * sizeof(double));
  }
  for (size_t x = 0; x < h; x++) max->error = app_larger(max->error, fabs(column[x] - ref[x]));
}

static double largest(const double *x, size_t n, double max) {
  for (size_t i = 0; i < n; i++) max = app_larger(max, fabs(x[i]));
  return max;
}

/* Rows i .. i+h of C, a panel of columns at a time. a, b and ref, column-major, have room for a panel. */
static void compare_slab(const problem_t *q, size_t i, size_t h, double *a, double *b, double *ref, maxima_t *max) {
  elements(q, MATRIX_A, i, 0, h, q->p, a, h);
  max->a = largest(a, h * q->p, max->a);
  for (size_t j = 0; j < q->n; j += PANEL) {
    const size_t w = at_most(PANEL, q->n - j);
    elements(q, MATRIX_B, 0, j, q->p, w, b, q->p);
    max->b = largest(b, q->p * w, max->b);
    dgemm(h, w, q->p, a, h, b, q->p, 0.0, ref, h);
    for (size_t y = 0; y < w; y++) compare_column(q, i, h, j + y, ref + y * h, max);
  }
}

double residual(const problem_t *q) {
  const size_t first = q->m * MYTHREAD / THREADS, end = q->m * (MYTHREAD + 1) / THREADS;
  double *a = malloc(sizeof(double) * PANEL * q->p), *b = malloc(sizeof(double) * PANEL * q->p);
  double *ref = malloc(sizeof(double) * PANEL * PANEL);
  maxima_t max = {0, 0, 0};

  upc_barrier;
  for (size_t i = first; i < end; i += PANEL) compare_slab(q, i, at_most(PANEL, end - i), a, b, ref, &max);
  max.error = app_largest(max.error);
  max.a = app_largest(max.a);
  max.b = app_largest(max.b);
  free(a);
  free(b);
  free(ref);
  return max.error == 0 ? 0 : max.error / (q->p * DBL_EPSILON * max.a * max.b);
}
