/* SPDX-License-Identifier: BSD-3-Clause
 * One long dimension, as a matrix (Bailey, FFTs in external or hierarchical memory, 1990): transforms along the columns
 * give the elements (k1, j2). They are multiplied by e^(sign 2 pi i k1 j2 / n). Then transforms along the rows give the
 * elements (k1, k2), and the transposed matrix is the result.
 *
 * Real numbers become complex ones. Of the complex numbers that real ones are made of, those that are missing are the
 * conjugates of others. */
#include "fft_line.h"
#include "base/allocate.h"
#include "base/port.h"
#include "numerics/local_blas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t per_thread(size_t rows) { return (rows + (size_t)THREADS - 1) / (size_t)THREADS; }

size_t upc_stride_fft_rows(size_t n) {
  size_t rows = (size_t)sqrt((double)n);
  while (n % rows != 0) rows--;
  return rows;
}

/* ---- arrays ---- */

/* n elements, whole rows of a matrix on each thread. */
static upc_stride_array_t row(size_t n, size_t rows, size_t bytes) {
  const size_t block = per_thread(rows) * (n / rows);
  return upc_stride_all_alloc(1, &n, &block, bytes, 0, NULL);
}

/* The same memory as this matrix. */
static upc_stride_array_t as_matrix(upc_stride_array_t flat, size_t rows, size_t columns) {
  const size_t first = 0;
  size_t shape[2], block[2];
  shape[0] = rows, shape[1] = columns;
  block[0] = per_thread(rows), block[1] = columns;
  return upc_stride_view(upc_stride_at(flat, &first), 2, shape, block, flat->layout.elemsize, 0, NULL);
}

static upc_stride_section_t all(upc_stride_array_t matrix) {
  return UPC_SECTION(matrix, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
}

/* ---- roots of unity ---- */

/* e^(sign 2 pi i k / n) */
static void root(double *to, size_t k, size_t n, int sign) {
  const long double pi = 3.141592653589793238462643383279502884L;
  const long double angle = 2 * pi * (long double)k / (long double)n;
  to[0] = (double)cosl(angle);
  to[1] = (double)sinl(angle) * sign;
}

static void make_roots(upc_stride_fft_line_t *l) {
  size_t i, highs;
  l->low = 1;
  while (l->low * l->low < l->n) l->low *= 2;
  highs = l->n / l->low + 1;
  l->high = upc_stride_alloc(2 * highs, sizeof(double), "the roots of a transform");
  l->low_root = upc_stride_alloc(2 * l->low, sizeof(double), "the roots of a transform");
  for (i = 0; i < highs; i++) root(l->high + 2 * i, i * l->low % l->n, l->n, l->sign);
  for (i = 0; i < l->low; i++) root(l->low_root + 2 * i, i, l->n, l->sign);
}

/* Multiplies a complex number by root k. */
static void turn(const upc_stride_fft_line_t *l, void *number, size_t k) {
  const double *a = l->high + 2 * (k / l->low), *b = l->low_root + 2 * (k % l->low);
  const double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
  if (l->single) {
    float *x = number;
    const double was = x[0];
    x[0] = (float)(was * re - x[1] * im);
    x[1] = (float)(was * im + x[1] * re);
  } else {
    double *x = number;
    const double was = x[0];
    x[0] = was * re - x[1] * im;
    x[1] = was * im + x[1] * re;
  }
}

/* The caller's rows of the matrix. */
static void turn_all(const upc_stride_fft_line_t *l) {
  upc_stride_forall(block, l->matrix) {
    size_t k1, j2;
    for (k1 = block.lo[0]; k1 <= block.hi[0]; k1++) {
      char *number = (char *)block.data + (k1 - block.lo[0]) * l->columns * l->matrix->layout.elemsize;
      size_t k = 0;                   /* k1 * j2 mod n */
      for (j2 = 0; j2 < l->columns; j2++, number += l->matrix->layout.elemsize) {
        turn(l, number, k);
        k += k1;
        if (k >= l->n) k -= l->n;
      }
    }
  }
}

/* ---- real numbers ---- */

/* All numbers of the caller's blocks: from real ones to complex ones, or back. A row becomes the first of two columns.
 */
static void convert(const upc_stride_fft_line_t *l, upc_stride_array_t complexes, int back) {
  const size_t bytes = l->reals->layout.elemsize;
  upc_stride_forall(block, complexes) {
    const size_t count = block.hi[0] - block.lo[0] + 1;
    void *reals = upc_stride_near_block(l->reals, block.index);
    if (!back) memset(block.data, 0, 2 * count * bytes);
    if (!back) upc_stride_local_transpose(bytes, 1, count, reals, count, block.data, 2);
    else upc_stride_local_transpose(bytes, count, 1, block.data, 2, reals, count);
  }
}

/* The caller's numbers from `first` on become their conjugates. */
static void conjugate(const upc_stride_fft_line_t *l, size_t first) {
  upc_stride_forall(block, l->flat) {
    size_t i;
    for (i = block.lo[0]; i <= block.hi[0]; i++) {
      const size_t im = 2 * (i - block.lo[0]) + 1;
      if (i < first) continue;
      if (l->single) ((float *)block.data)[im] *= -1;
      else ((double *)block.data)[im] *= -1;
    }
  }
}

static upc_stride_section_t first_of(upc_stride_array_t A, size_t count) {
  return UPC_SECTION(A, UPC_STRIDE_RANGE(0, (long long)count - 1));
}

static void read_in(upc_stride_fft_line_t *l) {
  const size_t half = l->n / 2 + 1;
  upc_stride_fft_end_t rest = l->in;
  upc_stride_copy(l->kind == UPC_STRIDE_FFT_FROM_REAL ? first_of(l->reals, l->n) : first_of(l->flat, l->in.count[0]),
                  upc_stride_fft_part(&l->in, -1, 0, 0), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  if (l->kind == UPC_STRIDE_FFT_FROM_REAL) convert(l, l->flat, 0);
  if (l->kind != UPC_STRIDE_FFT_TO_REAL || half == l->n) return;
  rest.first[0] += rest.step[0] * (long long)(l->n - half);
  rest.step[0] = -rest.step[0];
  rest.count[0] = l->n - half;        /* number half + i is the conjugate of number n - half - i */
  upc_stride_copy(UPC_SECTION(l->flat, UPC_STRIDE_RANGE((long long)half, (long long)l->n - 1)),
                  upc_stride_fft_part(&rest, -1, 0, 0), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  conjugate(l, half);
}

static void leave_out(upc_stride_fft_line_t *l) {
  if (l->kind == UPC_STRIDE_FFT_TO_REAL) convert(l, l->flat_result, 1);
  upc_stride_copy(upc_stride_fft_part(&l->out, -1, 0, 0),
                  first_of(l->kind == UPC_STRIDE_FFT_TO_REAL ? l->reals : l->flat_result, l->out.count[0]),
                  UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* ---- the whole ---- */

/* Transforms of the matrix along an axis, in place. */
static void make_stages(const upc_stride_site_t *site, const upc_stride_fft_line_t *l, upc_stride_fft_stages_t *S,
                        int axis, int effort) {
  const upc_stride_fft_end_t matrix = upc_stride_fft_whole(l->matrix);
  memset(S, 0, sizeof *S);
  S->problem.ndims = 2, S->problem.threads = THREADS, S->problem.real = -1;
  S->problem.axis[axis] = 1;
  S->problem.bytes = l->matrix->layout.elemsize;
  memcpy(S->problem.from, matrix.count, 2 * sizeof *matrix.count);
  memcpy(S->problem.to, matrix.count, 2 * sizeof *matrix.count);
  S->sign = l->sign, S->effort = effort, S->single = l->single;
  upc_stride_fft_stages_make(site, S, &matrix, &matrix);
}

void upc_stride_fft_line_make(const upc_stride_site_t *site, upc_stride_fft_line_t *l, size_t bytes, int effort) {
  l->rows = upc_stride_fft_rows(l->n);
  l->columns = l->n / l->rows;
  l->flat = row(l->n, l->rows, bytes);
  l->flat_result = row(l->n, l->columns, bytes);
  l->matrix = as_matrix(l->flat, l->rows, l->columns);
  l->result = as_matrix(l->flat_result, l->columns, l->rows);
  l->reals = NULL;
  if (l->kind == UPC_STRIDE_FFT_FROM_REAL) l->reals = row(l->n, l->rows, bytes / 2);
  if (l->kind == UPC_STRIDE_FFT_TO_REAL) l->reals = row(l->n, l->columns, bytes / 2);
  make_stages(site, l, &l->down, 0, effort);
  make_stages(site, l, &l->across, 1, effort);
  make_roots(l);
}

void upc_stride_fft_line_run(upc_stride_fft_line_t *l, double scale) {
  const int transposed[] = {1, 0};
  upc_stride_library_barrier();
  read_in(l);
  upc_stride_fft_stages_run(&l->down, 1);
  turn_all(l);
  upc_stride_fft_stages_run(&l->across, scale);
  upc_stride_transform(all(l->result), all(l->matrix), transposed, NULL, NULL,
                       l->single ? UPC_STRIDE_COMPLEX_FLOAT : UPC_STRIDE_COMPLEX_DOUBLE,
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  leave_out(l);
  upc_stride_library_barrier();
}

void upc_stride_fft_line_free(upc_stride_fft_line_t *l) {
  upc_stride_fft_stages_free(&l->down);
  upc_stride_fft_stages_free(&l->across);
  upc_stride_all_free(l->matrix);
  upc_stride_all_free(l->result);
  upc_stride_all_free(l->flat);
  upc_stride_all_free(l->flat_result);
  upc_stride_all_free(l->reals);
  free(l->high);
  free(l->low_root);
}
