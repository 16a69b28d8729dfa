/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_geadd, a sum of two matrices, and upc_stride_norm. */
#include "dense.h"

#include <float.h>
#include <math.h>

/* C = alpha conj(A') + beta C: the conjugates are taken in work memory. */
static void add_conjugate(const upc_stride_dense_t *d, const void *alpha, const upc_stride_matrix_t *A,
                          const void *beta, const upc_stride_matrix_t *C) {
  upc_stride_slices_t turned = upc_stride_transposed_of(d, A, 1);
  upc_stride_transform(C->section, turned.all.section, NULL, alpha, beta, d->type, 0);
  upc_stride_slices_free(&turned);
}

void upc_stride_geadd(char trans, const void *alpha, upc_stride_section_t A, const void *beta, upc_stride_section_t C,
                      upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_geadd", &C, type);
  upc_stride_matrix_t a, c;
  trans = upc_stride_dense_letter(&d, "trans", trans, "NTC");
  alpha = upc_stride_dense_value(&d, "alpha", alpha, upc_stride_one(type));
  beta = upc_stride_dense_value(&d, "beta", beta, upc_stride_zero());
  a = upc_stride_dense_matrix(&d, "A", &A);
  c = upc_stride_dense_matrix(&d, "C", &C);
  upc_stride_dense_sizes(&d, "A", &a, trans == 'N' ? c.rows : c.columns, trans == 'N' ? c.columns : c.rows);
  upc_stride_dense_agree(&d);
  if (c.rows == 0 || c.columns == 0) return;
  if (upc_stride_is(&d, alpha, 0)) upc_stride_scale(&d, &c, beta);
  else if (trans == 'C' && !upc_stride_is_real(type)) add_conjugate(&d, alpha, &a, beta, &c);
  else upc_stride_transform(C, A, trans == 'N' ? NULL : upc_stride_transposed, alpha, beta, type, 0);
}

/* ---- norms ---- */

double upc_stride_norm(char which, upc_stride_section_t A, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_norm", &A, type);
  upc_stride_matrix_t a;
  upc_stride_slices_t slices;
  double mine, most;
  which = upc_stride_dense_letter(&d, "which", which, "M1OIFE");
  if (which == 'O') which = '1';
  if (which == 'E') which = 'F';
  a = upc_stride_dense_matrix(&d, "A", &A);
  upc_stride_dense_agree(&d);
  if (a.rows == 0 || a.columns == 0) return 0;
  slices = upc_stride_slices(&d, a.rows, a.columns, which == '1');
  upc_stride_copy(slices.all.section, a.section, 0);
  mine = upc_stride_norm_of(&slices.window, slices.mine, which);
  upc_stride_slices_free(&slices);
  most = upc_stride_max(mine); /* a NaN if one is */
  if (which != 'F' || !(most > 0 && most <= DBL_MAX)) return most; /* also infinity, and a NaN */
  mine /= most;
  return most * sqrt(upc_stride_sum(mine * mine));
}
