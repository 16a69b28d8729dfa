/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_potri and upc_stride_getri: the inverse is the solution for the identity. */
#include "dense.h"

#include <string.h>

static upc_stride_slices_t identity(const upc_stride_dense_t *d, size_t n) {
  upc_stride_slices_t one = upc_stride_slices(d, n, n, 0);
  const size_t first = MYTHREAD * ((n + THREADS - 1) / THREADS);
  size_t i;
  if (one.rows > 0) memset(one.mine, 0, one.rows * one.row * d->size);
  for (i = 0; i < one.rows; i++)
    memcpy(one.mine + (i * one.row + first + i) * d->size, upc_stride_one(d->type), d->size);
  return one;
}

size_t upc_stride_potri(char uplo, upc_stride_section_t A, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_potri", &A, type);
  upc_stride_slices_t inverse, result;
  upc_stride_matrix_t a;
  upc_stride_window_t w;
  size_t info;
  uplo = upc_stride_dense_uplo(&d, uplo);
  a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_agree(&d);
  info = upc_stride_zero_on_diagonal(&d, &a, a.rows);
  if (a.rows == 0 || info > 0) return info;
  inverse = identity(&d, a.rows);
  upc_stride_potrs(uplo, A, inverse.all.section, type);
  result = upc_stride_slices(&d, a.rows, a.rows, 0);
  upc_stride_copy(result.all.section, A, 0);
  w.type = type, w.i = MYTHREAD * ((a.rows + THREADS - 1) / THREADS), w.j = 0;
  w.rows = result.rows, w.columns = result.columns, w.row = result.row;
  upc_stride_add_triangle(&w, result.mine, inverse.mine, upc_stride_zero(), uplo, 1);
  upc_stride_copy(A, result.all.section, 0);
  upc_stride_slices_free(&inverse);
  upc_stride_slices_free(&result);
  return 0;
}

size_t upc_stride_getri(upc_stride_section_t A, const int *pivots, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_getri", &A, type);
  const upc_stride_matrix_t a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_slices_t inverse;
  size_t info;
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_pivots(&d, pivots, a.rows);
  upc_stride_dense_agree(&d);
  info = upc_stride_zero_on_diagonal(&d, &a, a.rows);
  if (a.rows == 0 || info > 0) return info;
  inverse = identity(&d, a.rows);
  upc_stride_getrs('N', A, pivots, inverse.all.section, type);
  upc_stride_copy(A, inverse.all.section, 0);
  upc_stride_slices_free(&inverse);
  return 0;
}
