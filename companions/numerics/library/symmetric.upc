/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_symm, upc_stride_hemm, upc_stride_syrk and upc_stride_herk, by upc_stride_gemm. A symmetric matrix of
 * which one triangle is given is made whole in work memory, and multiplied. A product of which one triangle is wanted
 * is cut in two again and again: the rectangle between the halves is a product, and only small squares on the diagonal
 * are computed whole.
 *
 *   a        a, b, c, d: squares, computed whole in work memory, of which C gets a triangle
 *   x b      x, y: products, straight into C
 *   y y c
 *   y y x d  */
#include "dense.h"
#include "numerics/product.h"

/* The matrix is cut this many times at most. */
enum { CUTS = 4 };

/* ---- a symmetric operand ---- */

static void multiply(const char *name, int hermitian, char side, char uplo, const void *alpha,
                     const upc_stride_section_t *A, const upc_stride_section_t *B, const void *beta,
                     const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin(name, C, type);
  upc_stride_matrix_t a, b, c;
  upc_stride_slices_t whole, other;
  side = upc_stride_dense_letter(&d, "side", side, "LR");
  uplo = upc_stride_dense_letter(&d, "uplo", uplo, "UL");
  alpha = upc_stride_dense_value(&d, "alpha", alpha, upc_stride_one(type));
  beta = upc_stride_dense_value(&d, "beta", beta, upc_stride_zero());
  a = upc_stride_dense_matrix(&d, "A", A);
  b = upc_stride_dense_matrix(&d, "B", B);
  c = upc_stride_dense_matrix(&d, "C", C);
  upc_stride_dense_sizes(&d, "A", &a, side == 'L' ? c.rows : c.columns, side == 'L' ? c.rows : c.columns);
  upc_stride_dense_sizes(&d, "B", &b, c.rows, c.columns);
  upc_stride_dense_agree(&d);
  if (c.rows == 0 || c.columns == 0) return;
  if (upc_stride_is(&d, alpha, 0)) {
    upc_stride_scale(&d, &c, beta);
    return;
  }
  whole = upc_stride_slices(&d, a.rows, a.columns, 0);
  upc_stride_copy(whole.all.section, a.section, 0);
  other = upc_stride_transposed_of(&d, &a, hermitian);
  upc_stride_complete(&whole.window, whole.mine, other.mine, uplo, hermitian);
  upc_stride_slices_free(&other);
  if (side == 'L') upc_stride_gemm('N', 'N', alpha, whole.all.section, b.section, beta, c.section, type);
  else upc_stride_gemm('N', 'N', alpha, b.section, whole.all.section, beta, c.section, type);
  upc_stride_slices_free(&whole);
}

void upc_stride_symm(char side, char uplo, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type) {
  multiply("upc_stride_symm", 0, side, uplo, alpha, &A, &B, beta, &C, type);
}

void upc_stride_hemm(char side, char uplo, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type) {
  multiply("upc_stride_hemm", 1, side, uplo, alpha, &A, &B, beta, &C, type);
}

/* ---- a symmetric product ---- */

typedef struct rank_k {
  const upc_stride_dense_t *d;
  int hermitian;
  char uplo, trans;
  const void *alpha, *beta;
} rank_k_t;

/* C = alpha op(a) op(b)' + beta C */
static void product(const rank_k_t *r, const upc_stride_matrix_t *a, const upc_stride_matrix_t *b, const void *beta,
                    const upc_stride_matrix_t *C) {
  const char turned = r->hermitian ? 'C' : 'T';
  upc_stride_gemm(r->trans == 'N' ? 'N' : turned, r->trans == 'N' ? turned : 'N', r->alpha, a->section, b->section,
                  beta, C->section, r->d->type);
}

/* A triangle of C gets its part of the product, or, if there is none, beta C. */
static void square(const rank_k_t *r, const upc_stride_matrix_t *A, const upc_stride_matrix_t *C) {
  upc_stride_slices_t products;
  if (A != NULL) {
    products = upc_stride_slices(r->d, C->rows, C->columns, 0);
    product(r, A, A, upc_stride_zero(), &products.all);
  }
  upc_stride_put_triangle(r->d, A == NULL ? NULL : &products, r->beta, r->uplo, r->hermitian, C);
  if (A != NULL) upc_stride_slices_free(&products);
}

static void triangle(const rank_k_t *r, const upc_stride_matrix_t *A, const upc_stride_matrix_t *C, int cuts) {
  const size_t order = C->rows, half = order / 2, rest = order - half;
  upc_stride_matrix_t a[2], c[2], off;
  if (cuts == 0 || order <= upc_stride_cuts()->symmetric_square) {
    square(r, A, C);
    return;
  }
  a[0] = upc_stride_strip_of(A, r->trans != 'N', 0, half); /* rows of op(A) */
  a[1] = upc_stride_strip_of(A, r->trans != 'N', half, rest);
  c[0] = upc_stride_part_of(C, 0, half, 0, half);
  c[1] = upc_stride_part_of(C, half, rest, half, rest);
  off = r->uplo == 'L' ? upc_stride_part_of(C, half, rest, 0, half) : upc_stride_part_of(C, 0, half, half, rest);
  product(r, &a[r->uplo == 'L'], &a[r->uplo != 'L'], r->beta, &off);
  triangle(r, &a[0], &c[0], cuts - 1);
  triangle(r, &a[1], &c[1], cuts - 1);
}

/* alpha and beta are values of the type; for herk they are real. */
static void rank_k(upc_stride_dense_t *d, rank_k_t *r, char uplo, const upc_stride_section_t *A,
                   const upc_stride_section_t *C) {
  upc_stride_matrix_t a, c;
  size_t k;
  r->d = d;
  r->uplo = upc_stride_dense_letter(d, "uplo", uplo, "UL");
  a = upc_stride_dense_matrix(d, "A", A);
  c = upc_stride_dense_matrix(d, "C", C);
  upc_stride_dense_square(d, "C", &c);
  k = r->trans == 'N' ? a.columns : a.rows;
  upc_stride_dense_sizes(d, "A", &a, r->trans == 'N' ? c.rows : k, r->trans == 'N' ? k : c.rows);
  upc_stride_dense_agree(d);
  if (c.rows == 0) return;
  if (k == 0 || upc_stride_is(d, r->alpha, 0)) {
    if (!upc_stride_is(d, r->beta, 1)) square(r, NULL, &c);
  } else triangle(r, &a, &c, CUTS);
}

void upc_stride_syrk(char uplo, char trans, const void *alpha, upc_stride_section_t A, const void *beta,
                     upc_stride_section_t C, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_syrk", &C, type);
  rank_k_t r;
  r.hermitian = 0;
  r.trans = upc_stride_dense_letter(&d, "trans", trans, upc_stride_is_real(type) ? "NTC" : "NT");
  r.alpha = upc_stride_dense_value(&d, "alpha", alpha, upc_stride_one(type));
  r.beta = upc_stride_dense_value(&d, "beta", beta, upc_stride_zero());
  rank_k(&d, &r, uplo, &A, &C);
}

/* A real number of the type's precision, as a value of the type. */
static void widen(upc_type_t type, void *value, const void *real) {
  float *const narrow = value;
  double *const wide = value;
  if (upc_stride_is_single(type)) narrow[0] = *(const float *)real, narrow[1] = 0;
  else wide[0] = *(const double *)real, wide[1] = 0;
}

void upc_stride_herk(char uplo, char trans, const void *alpha, upc_stride_section_t A, const void *beta,
                     upc_stride_section_t C, upc_type_t type) {
  upc_stride_dense_t d = upc_stride_dense_begin("upc_stride_herk", &C, type);
  double first[2], second[2];
  rank_k_t r;
  r.hermitian = 1;
  r.trans = upc_stride_dense_letter(&d, "trans", trans, "NC");
  if (alpha != NULL) widen(type, first, alpha);
  if (beta != NULL) widen(type, second, beta);
  r.alpha = upc_stride_dense_value(&d, "alpha", alpha == NULL ? NULL : first, upc_stride_one(type));
  r.beta = upc_stride_dense_value(&d, "beta", beta == NULL ? NULL : second, upc_stride_zero());
  rank_k(&d, &r, uplo, &A, &C);
}
