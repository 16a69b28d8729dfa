/* SPDX-License-Identifier: BSD-3-Clause
 * The transform of one long dimension. */
#ifndef UPC_STRIDE_FFT_LINE_H
#define UPC_STRIDE_FFT_LINE_H

#include "fft_stages.h"

/* Element j1 * columns + j2 is element (j1, j2) of a matrix, and element k1 + rows * k2 of the result is (k1, k2). */
typedef struct upc_stride_fft_line {
  size_t n, rows, columns;
  int kind, sign, single;
  upc_stride_fft_end_t in, out;
  upc_stride_array_t flat, matrix;    /* a row of complex numbers, and the same memory as a matrix */
  upc_stride_array_t flat_result, result;
  upc_stride_array_t reals;           /* or null */
  upc_stride_fft_stages_t down, across; /* along the columns, along the rows */
  size_t low;                         /* a power of two: root i is high[i / low] * low_root[i % low] */
  double *high, *low_root;
} upc_stride_fft_line_t;

/* A divisor of n, at most its square root, as large as possible. */
size_t upc_stride_fft_rows(size_t n);

/* n has a divisor. `bytes` are those of a complex number. All are collective. */
void upc_stride_fft_line_make(const upc_stride_site_t *site, upc_stride_fft_line_t *line, size_t bytes, int effort);
void upc_stride_fft_line_run(upc_stride_fft_line_t *line, double scale);
void upc_stride_fft_line_free(upc_stride_fft_line_t *line);

#endif
