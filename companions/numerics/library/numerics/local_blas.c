/* SPDX-License-Identifier: BSD-3-Clause
 * Routines of BLAS and LAPACK, as Fortran has them. */
#include "numerics/local_blas.h"
#include "numerics/product.h"

#include <limits.h>
#include <string.h>

typedef upc_stride_blas_int_t int_t;

typedef void gemm_t(const char *transa, const char *transb, const int_t *m, const int_t *n, const int_t *k,
                    const void *alpha, const void *a, const int_t *lda, const void *b, const int_t *ldb,
                    const void *beta, void *c, const int_t *ldc);
typedef void triangular_t(const char *side, const char *uplo, const char *trans, const char *diag, const int_t *m,
                          const int_t *n, const void *alpha, const void *a, const int_t *lda, void *b,
                          const int_t *ldb);

typedef void rank_k_t(const char *uplo, const char *trans, const int_t *n, const int_t *k, const void *alpha,
                      const void *a, const int_t *lda, const void *beta, void *c, const int_t *ldc);
typedef void potrf_t(const char *uplo, const int_t *n, void *a, const int_t *lda, int_t *info);
typedef void getrf_t(const int_t *m, const int_t *n, void *a, const int_t *lda, int_t *pivots, int_t *info);
typedef void geqrf_t(const int_t *m, const int_t *n, void *a, const int_t *lda, void *tau, void *work,
                     const int_t *lwork, int_t *info);
typedef void larft_t(const char *direct, const char *stored, const int_t *n, const int_t *k, const void *v,
                     const int_t *ldv, const void *tau, void *t, const int_t *ldt);
typedef void larfb_t(const char *side, const char *trans, const char *direct, const char *stored, const int_t *m,
                     const int_t *n, const int_t *k, const void *v, const int_t *ldv, const void *t, const int_t *ldt,
                     void *c, const int_t *ldc, void *work, const int_t *ldwork);

static int_t whole(size_t size) { return upc_stride_blas_int(size); }

/* BLAS wants distances of 1 at least, also of matrices without elements. */
static int_t distance(size_t ld) { return ld == 0 ? 1 : whole(ld); }

void upc_stride_local_gemm(const upc_stride_local_product_t *p, const void *a, size_t lda, const void *b, size_t ldb,
                           void *c, size_t ldc) {
  const int_t m = whole(p->m), n = whole(p->n), k = whole(p->k);
  const int_t da = distance(lda), db = distance(ldb), dc = distance(ldc);
  if (m == 0 || n == 0) return;
  ((gemm_t *)p->gemm)(&p->transa, &p->transb, &m, &n, &k, p->alpha, a, &da, b, &db, p->beta, c, &dc);
}

upc_stride_local_product_t upc_stride_local_minus(upc_type_t type, upc_stride_routine_t *gemm, char transa,
                                                  char transb) {
  upc_stride_local_product_t p;
  memset(&p, 0, sizeof p);
  p.gemm = gemm;
  p.transa = transa, p.transb = transb;
  p.alpha = upc_stride_minus_one(type);
  p.beta = upc_stride_one(type);
  return p;
}

upc_stride_local_triangle_t upc_stride_local_solver(upc_type_t type, upc_stride_routine_t *trsm,
                                                    upc_stride_routine_t *gemm, const char *letters) {
  upc_stride_local_triangle_t t;
  t.type = type;
  t.routine = trsm, t.gemm = gemm;
  t.side = letters[0], t.uplo = letters[1], t.trans = letters[2], t.diag = letters[3];
  t.m = t.n = 0;
  t.alpha = upc_stride_one(type);
  return t;
}

static void triangular(const upc_stride_local_triangle_t *t, const void *a, size_t lda, void *b, size_t ldb) {
  const int_t m = whole(t->m), n = whole(t->n), da = distance(lda), db = distance(ldb);
  if (m == 0 || n == 0) return;
  ((triangular_t *)t->routine)(&t->side, &t->uplo, &t->trans, &t->diag, &m, &n, t->alpha, a, &da, b, &db);
}

/* What the `half` rows or columns of b that are solved first change in the rest: rest = alpha rest - op(off) first. */
static void change_rest(const upc_stride_local_triangle_t *t, const void *off, size_t lda, const void *first,
                        size_t half, void *rest, size_t ldb) {
  const int left = t->side == 'L';
  upc_stride_local_product_t p;
  p.gemm = t->gemm;
  p.transa = left ? t->trans : 'N';
  p.transb = left ? 'N' : t->trans;
  p.m = left ? t->m - half : t->m;
  p.n = left ? t->n : t->n - half;
  p.k = half;
  p.alpha = upc_stride_minus_one(t->type);
  p.beta = t->alpha;
  upc_stride_local_gemm(&p, left ? off : first, left ? lda : ldb, left ? first : off, left ? ldb : lda, rest, ldb);
}

/* One half of b after the other: a is cut behind its first `cut` rows and columns. */
void upc_stride_local_triangular(const upc_stride_local_triangle_t *t, const void *a, size_t lda, void *b, size_t ldb) {
  const int left = t->side == 'L', lower = t->uplo == 'L', forwards = (lower == (t->trans == 'N')) == left;
  const size_t size = upc_stride_bytes_of(t->type), order = left ? t->m : t->n, cut = order / 2;
  const size_t half = forwards ? cut : order - cut; /* of the part that is solved first */
  const char *const upper_left = a, *const lower_right = upper_left + (cut + cut * lda) * size;
  char *const head = b, *const tail = head + cut * (left ? 1 : ldb) * size;
  upc_stride_local_triangle_t part = *t;
  if (t->gemm == NULL || cut == 0 || order <= upc_stride_cuts()->solved_at_once) {
    triangular(t, a, lda, b, ldb);
    return;
  }
  *(left ? &part.m : &part.n) = half;
  upc_stride_local_triangular(&part, forwards ? upper_left : lower_right, lda, forwards ? head : tail, ldb);
  change_rest(t, upper_left + cut * (lower ? 1 : lda) * size, lda, forwards ? head : tail, half, forwards ? tail : head,
              ldb);
  *(left ? &part.m : &part.n) = order - half;
  part.alpha = upc_stride_one(t->type);
  upc_stride_local_triangular(&part, forwards ? lower_right : upper_left, lda, forwards ? tail : head, ldb);
}

void upc_stride_local_rank_k(const upc_stride_local_square_t *s, const void *a, size_t lda, void *c, size_t ldc) {
  const int_t n = whole(s->n), k = whole(s->k), da = distance(lda), dc = distance(ldc);
  if (n > 0) ((rank_k_t *)s->routine)("L", "N", &n, &k, s->alpha, a, &da, s->beta, c, &dc);
}

/* 1 if the real part of this element is not a number. */
static int is_nan(upc_type_t type, const void *a, size_t place) {
  const float *const narrow = a;
  const double *const wide = a;
  const size_t real = upc_stride_is_real(type) ? place : 2 * place;
  return upc_stride_is_single(type) ? narrow[real] != narrow[real] : wide[real] != wide[real];
}

/* LAPACK's own potrf reports a NaN, that of OpenBLAS does not. */
size_t upc_stride_local_potrf(upc_stride_routine_t *potrf, upc_type_t type, size_t n, void *a, size_t lda) {
  const int_t in = whole(n), da = distance(lda);
  int_t info = 0;
  size_t i = 0, end;
  ((potrf_t *)potrf)("L", &in, a, &da, &info);
  end = info > 0 ? (size_t)info : n;
  while (i < end && !is_nan(type, a, i * lda + i)) i++;
  return i < end ? i + 1 : (size_t)info;
}

/* The routine's integers have 4 bytes or 8. Pivots count from 1, so the upper half of the first one is 0 only if it has
 * 8. Of a single pivot both readings are the same. */
static size_t pivot(const upc_stride_blas_int_t *room, size_t i, size_t count) {
  int short_one[2];
  memcpy(short_one, room, sizeof short_one);
  if (sizeof *room == sizeof short_one[0] || count < 2 || short_one[1] == 0) return (size_t)room[i];
  memcpy(short_one, (const char *)room + i * sizeof short_one[0], sizeof short_one[0]);
  return (size_t)short_one[0];
}

size_t upc_stride_local_getrf(upc_stride_routine_t *getrf, size_t m, size_t n, void *a, size_t lda,
                              long long *pivots, upc_stride_blas_int_t *room) {
  const int_t im = whole(m), in = whole(n), da = distance(lda);
  const size_t count = m < n ? m : n;
  int_t info = 0;
  size_t i;
  memset(room, 0, (count + 1) * sizeof *room);
  ((getrf_t *)getrf)(&im, &in, a, &da, room, &info);
  for (i = 0; i < count; i++) pivots[i] = (long long)pivot(room, i, count) - 1;
  return (size_t)info;
}

/* LAPACK factors up to 64 columns at a time, and fewer if its work memory is smaller. The length is an integer, too. */
size_t upc_stride_local_geqrf_work(size_t m, size_t n) {
  const size_t least = m < n ? m : n, at_a_time = least < 64 ? least : 64, most = INT_MAX;
  return n * at_a_time <= most ? n * at_a_time : n < most ? most : n;
}

void upc_stride_local_geqrf(upc_stride_routine_t *geqrf, size_t m, size_t n, void *a, size_t lda, void *tau,
                            void *work) {
  const int_t im = whole(m), in = whole(n), da = distance(lda), length = distance(upc_stride_local_geqrf_work(m, n));
  int_t info = 0;
  ((geqrf_t *)geqrf)(&im, &in, a, &da, tau, work, &length, &info);
}

void upc_stride_local_larft(upc_stride_routine_t *larft, size_t m, size_t k, const void *v, size_t ldv,
                            const void *tau, void *t, size_t ldt) {
  const int_t im = whole(m), ik = whole(k), dv = distance(ldv), dt = distance(ldt);
  ((larft_t *)larft)("F", "C", &im, &ik, v, &dv, tau, t, &dt);
}

void upc_stride_local_larfb(const upc_stride_local_reflectors_t *q, size_t n, void *c, size_t ldc, void *work) {
  const int_t im = whole(q->m), in = whole(n), ik = whole(q->k), dv = distance(q->ldv), dt = distance(q->ldt);
  const int_t dc = distance(ldc), dw = distance(n);
  if (n == 0 || q->m == 0 || q->k == 0) return;
  ((larfb_t *)q->larfb)("L", &q->trans, "F", "C", &im, &in, &ik, q->v, &dv, q->t, &dt, c, &dc, work, &dw);
}

static void swap(char *a, char *b, size_t bytes) {
  char between[256];
  size_t piece;
  for (; bytes > 0; bytes -= piece, a += piece, b += piece) {
    piece = bytes < sizeof between ? bytes : sizeof between;
    memcpy(between, a, piece);
    memcpy(a, b, piece);
    memcpy(b, between, piece);
  }
}

/* Elements of a column. `size` is a constant where the function is called, so that elements move in registers. */
static inline void swap_in_column(const upc_stride_swaps_t *s, char *column, size_t row_step, size_t size) {
  char a[16], b[16];
  size_t i;
  for (i = 0; i < s->count; i++) {
    const size_t at = s->backwards ? s->count - 1 - i : i;
    char *const one = column + (s->first + at) * row_step, *const other = column + (size_t)s->pivots[at] * row_step;
    memcpy(a, one, size);
    memcpy(b, other, size);
    memcpy(one, b, size);
    memcpy(other, a, size);
  }
}

static void swap_whole_rows(const upc_stride_swaps_t *s, char *data, size_t row_bytes, size_t row_step) {
  size_t i;
  for (i = 0; i < s->count; i++) {
    const size_t at = s->backwards ? s->count - 1 - i : i, other = (size_t)s->pivots[at];
    if (other != s->first + at) swap(data + (s->first + at) * row_step, data + other * row_step, row_bytes);
  }
}

/* The rows of a column are far apart: their lines of the cache are fetched some columns before they are swapped. */
enum { COLUMNS_AHEAD = 12 };

#ifdef __GNUC__
static void fetch(const upc_stride_swaps_t *s, const char *column, size_t row_step) {
  size_t i;
  for (i = 0; i < s->count; i++) __builtin_prefetch(column + (size_t)s->pivots[i] * row_step, 1);
}
#else
static void fetch(const upc_stride_swaps_t *s, const char *column, size_t row_step) {
  (void)s, (void)column, (void)row_step;
}
#endif

/* Whole rows if they have no gaps, else one column after the other: what is read stays in the cache. */
void upc_stride_swap_rows(const upc_stride_swaps_t *s, void *data, size_t size, size_t columns, size_t row_step,
                          size_t step) {
  char *column = data;
  size_t j;
  if (step == size && columns > 1) {
    swap_whole_rows(s, data, columns * size, row_step);
    return;
  }
  for (j = 0; j < columns; j++, column += step) {
    if (j + COLUMNS_AHEAD < columns) fetch(s, column + COLUMNS_AHEAD * step, row_step);
    switch (size) {
      case 4: swap_in_column(s, column, row_step, 4); break;
      case 8: swap_in_column(s, column, row_step, 8); break;
      default: swap_in_column(s, column, row_step, 16);
    }
  }
}
