/* SPDX-License-Identifier: BSD-3-Clause
 * Routines of BLAS and LAPACK on the caller's memory. Matrices are column by column here, as these routines have them,
 * with the elements from one column to the next. A block of an array, row by row, is its transposed column by column.
 */
#ifndef UPC_STRIDE_LOCAL_BLAS_H
#define UPC_STRIDE_LOCAL_BLAS_H

#include "numerics/numerics_blas.h"

/* c = alpha op(a) op(b) + beta c, c m x n, op(a) m x k. */
typedef struct upc_stride_local_product {
  upc_stride_routine_t *gemm;
  char transa, transb;
  size_t m, n, k;
  const void *alpha, *beta;
} upc_stride_local_product_t;
void upc_stride_local_gemm(const upc_stride_local_product_t *p, const void *a, size_t lda, const void *b, size_t ldb,
                           void *c, size_t ldc);
/* c = c - op(a) op(b), still without its sizes. */
upc_stride_local_product_t upc_stride_local_minus(upc_type_t type, upc_stride_routine_t *gemm, char transa,
                                                  char transb);

/* trsm: b = alpha op(a)^-1 b or, with side 'R', alpha b op(a)^-1. trmm: the same with op(a). b is m x n. With a gemm,
 * trsm solves for few rows or columns at a time, and gemm, which is faster, does the rest. */
typedef struct upc_stride_local_triangle {
  upc_type_t type;
  upc_stride_routine_t *routine, *gemm; /* gemm null: the routine does all */
  char side, uplo, trans, diag;
  size_t m, n;
  const void *alpha;
} upc_stride_local_triangle_t;
void upc_stride_local_triangular(const upc_stride_local_triangle_t *t, const void *a, size_t lda, void *b, size_t ldb);
/* b = op(a)^-1 b, or, with side 'R', b op(a)^-1, still without its sizes. The letters: side, uplo, trans, diag. */
upc_stride_local_triangle_t upc_stride_local_solver(upc_type_t type, upc_stride_routine_t *trsm,
                                                    upc_stride_routine_t *gemm, const char *letters);

/* c = beta c + alpha a a', the lower triangle of c, n x n; a n x k. alpha and beta are real. The routine is syrk of a
 * real type, or herk of a complex one. */
typedef struct upc_stride_local_square {
  upc_stride_routine_t *routine;
  size_t n, k;
  const void *alpha, *beta;
} upc_stride_local_square_t;
void upc_stride_local_rank_k(const upc_stride_local_square_t *s, const void *a, size_t lda, void *c, size_t ldc);

/* a = l l', the lower triangle of a, n x n. Returns 0, or the order of the first leading minor that is not positive or
 * not a number. */
size_t upc_stride_local_potrf(upc_stride_routine_t *potrf, upc_type_t type, size_t n, void *a, size_t lda);

/* a = p l u, m x n. pivots[min(m, n)]: the rows that rows 0, 1, .. were swapped with, counted from 0. Returns LAPACK's
 * info. `room` has space for as many numbers and one more. */
size_t upc_stride_local_getrf(upc_stride_routine_t *getrf, size_t m, size_t n, void *a, size_t lda,
                              long long *pivots, upc_stride_blas_int_t *room);

/* The reflectors of a, m x n, replace what is below its triangle; tau[min(m, n)] are their factors. They make the
 * triangle t of their product. `work` has space for upc_stride_local_geqrf_work elements. */
size_t upc_stride_local_geqrf_work(size_t m, size_t n);
void upc_stride_local_geqrf(upc_stride_routine_t *geqrf, size_t m, size_t n, void *a, size_t lda, void *tau,
                            void *work);
void upc_stride_local_larft(upc_stride_routine_t *larft, size_t m, size_t k, const void *v, size_t ldv,
                            const void *tau, void *t, size_t ldt);
/* c = op(q) c for these k reflectors, c m x n. `work` has space for n k elements. */
typedef struct upc_stride_local_reflectors {
  upc_stride_routine_t *larfb;
  char trans;
  size_t m, k;
  const void *v, *t;
  size_t ldv, ldt;
} upc_stride_local_reflectors_t;
void upc_stride_local_larfb(const upc_stride_local_reflectors_t *q, size_t n, void *c, size_t ldc, void *work);

/* Swaps row first + i with row pivots[i], for i from 0 to count - 1, or from count - 1 to 0. The rows are `columns`
 * elements, `row_step` bytes from row to row and `step` from element to element, which has `size` bytes. */
typedef struct upc_stride_swaps {
  const long long *pivots;
  size_t first, count;
  int backwards;
} upc_stride_swaps_t;
void upc_stride_swap_rows(const upc_stride_swaps_t *s, void *data, size_t size, size_t columns, size_t row_step,
                          size_t step);

/* Copies rows x columns elements of `size` bytes, as they are or transposed: element (i, j) becomes element (j, i). The
 * next row is from_row, or to_row, elements further. */
void upc_stride_local_copy(size_t size, size_t rows, size_t columns, const void *from, size_t from_row, void *to,
                           size_t to_row);
void upc_stride_local_transpose(size_t size, size_t rows, size_t columns, const void *from, size_t from_row, void *to,
                                size_t to_row);

/* ---- elements, of which each thread looks at its own: row by row, `row` from one row to the next ---- */

/* Rows and columns i .. i + rows - 1, j .. j + columns - 1 of a matrix. */
typedef struct upc_stride_window {
  upc_type_t type;
  size_t i, j, rows, columns, row;
} upc_stride_window_t;

/* The conjugates. */
void upc_stride_conjugate(const upc_stride_window_t *w, void *data);
/* a symmetric or Hermitian matrix of which one triangle was given: the other one is that of its transposed, or of its
 * conjugate transposed. */
void upc_stride_complete(const upc_stride_window_t *w, void *data, const void *transposed, char uplo, int hermitian);
/* c = product + beta c in one triangle. */
void upc_stride_add_triangle(const upc_stride_window_t *w, void *c, const void *product, const void *beta, char uplo,
                             int hermitian);

/* The norms of what each thread has: 'M' the largest absolute value, '1' the largest sum of a column, 'I' that of a
 * row, 'F' the root of the sum of squares. A NaN makes them one. */
double upc_stride_norm_of(const upc_stride_window_t *w, const void *data, char which);

#endif
