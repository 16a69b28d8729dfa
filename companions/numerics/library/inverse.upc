/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_potri and upc_stride_getri: the inverse is the solution for the identity. */
#include "dense.h"

#include <string.h>

static upc_stride_slices_t identity(const upc_stride_dense_t *d, size_t n) {
  upc_stride_slices_t one = upc_stride_slices(d, n, n, 0);
  const upc_stride_window_t *const w = &one.window;
  size_t i;
  if (w->rows > 0) memset(one.mine, 0, w->rows * w->row * d->size);
  for (i = 0; i < w->rows; i++)
    memcpy(one.mine + (i * w->row + w->i + i) * d->size, upc_stride_one(d->type), d->size);
  return one;
}

size_t upc_stride_potri(char uplo, upc_stride_section_t A, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_potri", &A, type);
  upc_stride_slices_t inverse;
  upc_stride_matrix_t a;
  size_t info;
  uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_square(&d, "A", &a);
  upc_stride_dense_agree(&d);
  info = upc_stride_zero_on_diagonal(&d, &a, a.rows);
  if (a.rows == 0 || info > 0) return info;
  inverse = identity(&d, a.rows);
  upc_stride_potrs(uplo, A, inverse.all.section, type);
  upc_stride_put_triangle(&d, &inverse, upc_stride_zero(), uplo, 1, &a);
  upc_stride_slices_free(&inverse);
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
