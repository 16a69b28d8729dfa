/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: is the result the transform of the data? Thread 0 transforms the data by itself, with FFTW or, up to 4096
 * points, by the definition. It reads the result by upc_memget. */
#include <upc.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "fft3d.h"
#include "../common/memory.h"
#include "../common/report.h"

enum { FEW = 4096 };

/* A row of the data, all NZ complex numbers of it. `other` is a buffer for another row. */
static void data_row(const grid_t *q, int sign, size_t x, size_t y, complex_t *row, complex_t *other) {
  size_t z;
  if (sign == FORWARD) {
    data_of_a(q, x, y, q->real ? (void *)other : row);
    for (z = 0; z < q->nz && q->real; z++) row[z] = (complex_t){((double *)other)[z], 0};
    return;
  }
  data_of_b(q, x, y, 0, q->zc, row);
  if (!q->real) return;
  data_of_b(q, (q->nx - x) % q->nx, (q->ny - y) % q->ny, 0, q->zc, other);
  for (z = q->zc; z < q->nz; z++) row[z] = (complex_t){other[q->nz - z].re, -other[q->nz - z].im};
}

/* e^(sign 2 pi i k / n) for k < n */
static complex_t *roots(size_t n, int sign) {
  complex_t *w = app_allocate(n, sizeof *w, "the check: roots of unity");
  size_t k;
  for (k = 0; k < n; k++) {
    w[k].re = cos(2 * PI * (double)k / (double)n);
    w[k].im = sign * sin(2 * PI * (double)k / (double)n);
  }
  return w;
}

static complex_t times(complex_t a, complex_t b) {
  return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* One element of the transform of `data`, from the definition. */
static complex_t direct(const grid_t *q, const complex_t *data, complex_t *const w[3], size_t kx, size_t ky,
                        size_t kz) {
  complex_t sum = {0, 0};
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < q->ny; y++) {
      const complex_t xy = times(w[0][kx * x % q->nx], w[1][ky * y % q->ny]);
      for (size_t z = 0; z < q->nz; z++) {
        const complex_t term = times(*data++, times(xy, w[2][kz * z % q->nz]));
        sum.re += term.re;
        sum.im += term.im;
      }
    }
  return sum;
}

static void transform_directly(const grid_t *q, const complex_t *data, complex_t *result, int sign) {
  complex_t *w[3] = {roots(q->nx, sign), roots(q->ny, sign), roots(q->nz, sign)};
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < q->ny; y++)
      for (size_t z = 0; z < q->nz; z++) *result++ = direct(q, data, w, x, y, z);
  for (int i = 0; i < 3; i++) free(w[i]);
}

static complex_t *numbers(size_t count) {
  return app_allocated(local_fft_alloc(sizeof(complex_t) * count), count, sizeof(complex_t),
                       "the check: a transform on one thread");
}

static complex_t *right_result(const grid_t *q, int sign) {
  const size_t points = q->nx * q->ny * q->nz;
  complex_t *data = numbers(points), *result = points <= FEW ? numbers(points) : data;
  complex_t *other = app_allocate(q->nz + 1, sizeof *other, "the check: a row");
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < q->ny; y++) data_row(q, sign, x, y, data + (x * q->ny + y) * q->nz, other);
  free(other);
  if (points <= FEW) {
    transform_directly(q, data, result, sign);
    local_fft_free(data);
  } else {
    local_fft_box((int)q->nx, (int)q->ny, (int)q->nz, data, sign);
  }
  for (size_t i = 0; i < points && q->real && sign == BACKWARD; i++) result[i].im = 0;
  return result;
}

/* A row of the result: NZ numbers of A, ZC numbers of B. */
static void get_row(const grid_t *q, int sign, size_t x, size_t y, complex_t *row) {
  const double *reals = (const double *)row;
  if (sign == FORWARD) {
    for (size_t i = 0; i < q->cols; i++) {
      const size_t z = piece_start(q->zc, q->cols, i), count = piece_size(q->zc, q->cols, i);
      if (count > 0) upc_memget(row + z, place_in_b(q, x, y, z), count * sizeof *row);
    }
    return;
  }
  upc_memget(row, place_in_a(q, x, y, 0), q->zc * sizeof *row);
  for (size_t z = q->nz; q->real && z-- > 0;) row[z] = (complex_t){reals[z], 0};
}

static double compare(const grid_t *q, int sign) {
  const double points = (double)q->nx * (double)q->ny * (double)q->nz;
  const size_t length = sign == FORWARD ? q->zc : q->nz;
  complex_t *right = right_result(q, sign), *row = app_allocate(q->nz + 1, sizeof *row, "the check: a row");
  double error = 0, squares = 0;
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < q->ny; y++) {
      const complex_t *next = right + (x * q->ny + y) * q->nz;
      get_row(q, sign, x, y, row);
      for (size_t z = 0; z < length; z++, next++) {
        error = app_max(error, hypot(row[z].re - next->re, row[z].im - next->im));
        squares += next->re * next->re + next->im * next->im;
      }
    }
  local_fft_free(right);
  free(row);
  if (error == 0) return 0; /* of zeros the mean is 0, too */
  return error / (DBL_EPSILON * (1 + log2(points)) * sqrt(squares / ((double)q->nx * (double)q->ny * (double)length)));
}

double residual(const grid_t *q, int sign) {
  upc_barrier;
  return app_max_of_threads(MYTHREAD == 0 ? compare(q, sign) : 0);
}
