/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread does with its elements one by one. */
#include "numerics/local_blas.h"

#include <math.h>
#include <string.h>

typedef struct number {
  double re, im;
} number_t;

static number_t get(upc_type_t type, const void *at) {
  number_t x = {0, 0};
  const float *const narrow = at;
  const double *const wide = at;
  switch (type) {
    case UPC_FLOAT: x.re = narrow[0]; break;
    case UPC_DOUBLE: x.re = wide[0]; break;
    case UPC_STRIDE_COMPLEX_FLOAT: x.re = narrow[0], x.im = narrow[1]; break;
    default: x.re = wide[0], x.im = wide[1];
  }
  return x;
}

static void put(upc_type_t type, void *at, number_t x) {
  float *const narrow = at;
  double *const wide = at;
  switch (type) {
    case UPC_FLOAT: narrow[0] = (float)x.re; break;
    case UPC_DOUBLE: wide[0] = x.re; break;
    case UPC_STRIDE_COMPLEX_FLOAT: narrow[0] = (float)x.re, narrow[1] = (float)x.im; break;
    default: wide[0] = x.re, wide[1] = x.im;
  }
}

static char *place(const upc_stride_window_t *w, const void *data, size_t i, size_t j) {
  return (char *)data + (i * w->row + j) * upc_stride_bytes_of(w->type);
}

/* Element (i, j) of the window lies in this triangle of the matrix. */
static int within(const upc_stride_window_t *w, size_t i, size_t j, char uplo) {
  return uplo == 'U' ? w->j + j >= w->i + i : w->j + j <= w->i + i;
}

static int on_diagonal(const upc_stride_window_t *w, size_t i, size_t j) { return w->i + i == w->j + j; }

void upc_stride_conjugate(const upc_stride_window_t *w, void *data) {
  size_t i, j;
  if (upc_stride_is_real(w->type)) return;
  for (i = 0; i < w->rows; i++)
    for (j = 0; j < w->columns; j++) {
      number_t x = get(w->type, place(w, data, i, j));
      x.im = -x.im;
      put(w->type, place(w, data, i, j), x);
    }
}

void upc_stride_complete(const upc_stride_window_t *w, void *data, const void *transposed, char uplo, int hermitian) {
  size_t i, j;
  for (i = 0; i < w->rows; i++)
    for (j = 0; j < w->columns; j++) {
      number_t x;
      if (within(w, i, j, uplo) && !(hermitian && on_diagonal(w, i, j))) continue;
      x = get(w->type, place(w, transposed, i, j));
      if (hermitian && on_diagonal(w, i, j)) x.im = 0;
      put(w->type, place(w, data, i, j), x);
    }
}

void upc_stride_add_triangle(const upc_stride_window_t *w, void *c, const void *product, const void *beta, char uplo,
                             int hermitian) {
  const number_t b = get(w->type, beta);
  size_t i, j;
  for (i = 0; i < w->rows; i++)
    for (j = 0; j < w->columns; j++) {
      number_t sum = {0, 0}, before;
      if (!within(w, i, j, uplo)) continue;
      if (product != NULL) sum = get(w->type, place(w, product, i, j));
      if (b.re != 0 || b.im != 0) {
        before = get(w->type, place(w, c, i, j));
        sum.re += b.im == 0 ? b.re * before.re : b.re * before.re - b.im * before.im;
        sum.im += b.im == 0 ? b.re * before.im : b.re * before.im + b.im * before.re;
      }
      if (hermitian && on_diagonal(w, i, j)) sum.im = 0;
      put(w->type, place(w, c, i, j), sum);
    }
}

/* ---- norms ---- */

/* The larger number; a NaN if one of them is. */
static double larger(double x, double y) { return x != x || x > y ? x : y; }

/* A sum of squares is scale^2 * sum, so that it has no overflow. */
typedef struct squares {
  double scale, sum;
} squares_t;

static void add_square(squares_t *s, double x) {
  x = fabs(x);
  if (x == 0) return;
  if (x > s->scale) {
    s->sum = 1 + s->sum * (s->scale / x) * (s->scale / x);
    s->scale = x;
  } else {
    s->sum += x == s->scale ? 1 : (x / s->scale) * (x / s->scale); /* also of two infinities */
  }
}

/* The sum of the absolute values of `count` elements from (i, j) on, down the column or along the row. */
static double sum_of(const upc_stride_window_t *w, const void *data, size_t i, size_t j, int down, size_t count) {
  double sum = 0;
  size_t k;
  for (k = 0; k < count; k++) {
    const number_t x = get(w->type, down ? place(w, data, i + k, j) : place(w, data, i, j + k));
    sum += hypot(x.re, x.im);
  }
  return sum;
}

double upc_stride_norm_of(const upc_stride_window_t *w, const void *data, char which) {
  squares_t squares = {0, 1};
  double most = 0;
  size_t i, j;
  if (which == '1') {
    for (j = 0; j < w->columns; j++) most = larger(sum_of(w, data, 0, j, 1, w->rows), most);
    return most;
  }
  for (i = 0; i < w->rows; i++) {
    if (which == 'I') most = larger(sum_of(w, data, i, 0, 0, w->columns), most);
    for (j = 0; which != 'I' && j < w->columns; j++) {
      const number_t x = get(w->type, place(w, data, i, j));
      if (which == 'M') most = larger(hypot(x.re, x.im), most);
      else add_square(&squares, x.re), add_square(&squares, x.im);
    }
  }
  return which == 'F' ? squares.scale * sqrt(squares.sum) : most;
}
