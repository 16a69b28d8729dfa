/* SPDX-License-Identifier: BSD-3-Clause
 * potrf, potrs, posv, getrf, getrs, gesv, geqrf, unmqr and gels on matrices of many kinds: residuals beside those of
 * LAPACK for the same matrix, info, pivots, and what must stay as it is. Inverses by potri and getri. Four types,
 * sections with steps of both signs, arrays of several layouts, panels of several widths.
 * usage: factor [rounds [seed]] */
#include "kinds.h"
#include "results.h"
#include "numerics/product.h"
#include "numerics/numerics_blas.h"

typedef upc_stride_blas_int_t int_t;
typedef void posv_t(const char *uplo, const int_t *n, const int_t *nrhs, void *a, const int_t *lda, void *b,
                    const int_t *ldb, int_t *info);
typedef void getrf_t(const int_t *m, const int_t *n, void *a, const int_t *lda, int *pivots, int_t *info);
typedef void getrs_t(const char *trans, const int_t *n, const int_t *nrhs, const void *a, const int_t *lda,
                     const int *pivots, void *b, const int_t *ldb, int_t *info);

static upc_stride_routine_t *lapack(const char *name) {
  return upc_stride_blas_routine(upc_stride_blas_letter(types[type].type), name);
}

/* ---- matrices of LAPACK: column by column ---- */

static unsigned char *columns_of(const value_t *v, size_t rows, size_t columns) {
  unsigned char *a = malloc((rows * columns + 1) * bytes());
  size_t i, j;
  for (j = 0; j < columns; j++)
    for (i = 0; i < rows; i++) put_value(a + (j * rows + i) * bytes(), v[i * columns + j]);
  return a;
}

static void from_columns(value_t *v, const unsigned char *a, size_t rows, size_t columns) {
  size_t i, j;
  for (j = 0; j < columns; j++)
    for (i = 0; i < rows; i++) v[i * columns + j] = value_at(a + (j * rows + i) * bytes());
}

/* ---- residuals ---- */

/* |op(A)X - B| / (eps n |A| |X|), A n x n, X and B n x r */
static double residual_of_solution(const value_t *a, char trans, const value_t *x, const value_t *b, size_t n,
                                   size_t r) {
  double worst = 0;
  const double all = precision() * (double)(n + 1) * largest(a, n * n) * largest(x, n * r);
  size_t i, j, p;
  for (i = 0; i < n; i++)
    for (j = 0; j < r; j++) {
      value_t sum = nought;
      for (p = 0; p < n; p++) {
        value_t one = trans == 'N' ? a[i * n + p] : a[p * n + i];
        sum = plus(sum, times(trans == 'C' ? conjugate(one) : one, x[p * r + j]));
      }
      if (!(size_of(minus(sum, b[i * r + j])) <= worst)) worst = size_of(minus(sum, b[i * r + j]));
    }
  return worst == 0 ? 0 : worst / all;
}

/* |A - U'U|, or |A - LL'|, / (eps n |A|) in the triangle */
static double residual_of_cholesky(const value_t *a, const value_t *f, size_t n, char uplo) {
  double worst = 0;
  size_t i, j, p;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      value_t sum = nought;
      if (!in_triangle(uplo, i, j)) continue;
      for (p = 0; p <= i && p <= j; p++)
        sum = plus(sum, uplo == 'U' ? times(conjugate(f[p * n + i]), f[p * n + j])
                                    : times(f[i * n + p], conjugate(f[j * n + p])));
      if (!(size_of(minus(a[i * n + j], sum)) <= worst)) worst = size_of(minus(a[i * n + j], sum));
    }
  return worst == 0 ? 0 : worst / (precision() * (double)n * largest(a, n * n));
}

/* |PA - LU| / (eps n |A|) */
static double residual_of_lu(const value_t *a, const value_t *f, const int *pivots, size_t m, size_t n) {
  const size_t steps = m < n ? m : n;
  value_t *swapped = malloc((m * n + 1) * sizeof *swapped);
  double worst = 0;
  size_t i, j, p;
  memcpy(swapped, a, m * n * sizeof *a);
  for (i = 0; i < steps; i++)
    for (j = 0; j < n; j++) {
      const value_t before = swapped[i * n + j];
      swapped[i * n + j] = swapped[(size_t)(pivots[i] - 1) * n + j];
      swapped[(size_t)(pivots[i] - 1) * n + j] = before;
    }
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t sum = i <= j && i < steps ? f[i * n + j] : nought;
      for (p = 0; p < i && p <= j && p < steps; p++) sum = plus(sum, times(f[i * n + p], f[p * n + j]));
      if (!(size_of(minus(swapped[i * n + j], sum)) <= worst)) worst = size_of(minus(swapped[i * n + j], sum));
    }
  free(swapped);
  return worst == 0 ? 0 : worst / (precision() * (double)larger((double)m, (double)n) * largest(a, m * n));
}

/* What our calls may be worse than LAPACK: three times, and what rounding of single numbers makes. */
static int is_bad(double ours, double of_lapack) {
  return of_lapack != of_lapack || of_lapack > 1e300 ? 0 : !(ours <= 3 * of_lapack + 0.5);
}

static int complain(int round, const char *what, const char *kind, size_t m, size_t n, double ours, double other) {
  printf("round %d, type %d, %s, %s, %zu x %zu, panels of %zu: %g, LAPACK %g\n", round, type, what, kind, m, n,
         upc_stride_cuts()->factored_panel, ours, other);
  return 1;
}

/* ---- Cholesky ---- */

static int check_cholesky(int round, int kind, char uplo, const operand_t *a, const value_t *whole, const operand_t *b,
                          size_t info) {
  const size_t n = a->m.count[0], r = b->m.count[1];
  const int_t in = (int_t)n, ir = (int_t)r, ld = in > 0 ? in : 1;
  unsigned char *la = columns_of(whole, n, n), *lb = columns_of(b->v, n, r);
  value_t *f = now(a), *x = now(b), *lf = malloc((n * n + 1) * sizeof *lf), *lx = malloc((n * r + 1) * sizeof *lx);
  const char *const name = positive_kinds[kind];
  int_t other = 0;
  int bad = 0;
  double ours, theirs;
  ((posv_t *)lapack("posv"))(&uplo, &in, &ir, la, &ld, lb, &ld, &other);
  from_columns(lf, la, n, n), from_columns(lx, lb, n, r);
  if (kind >= FIRST_WITHOUT_FACTOR && kind < 17 && n > 0) {
    const size_t order = kind == 14 ? 1 : kind == 16 && 2 * n / 3 == n / 4 ? 0 : 2 * n / 3 + 1;
    if (info != order) bad += complain(round, "info of potrf", name, n, n, (double)info, (double)order);
  } else if (kind == 0 && info != 0) bad += complain(round, "info of potrf", name, n, n, (double)info, 0);
  if (info == 0 && other == 0) {
    ours = residual_of_cholesky(whole, f, n, uplo), theirs = residual_of_cholesky(whole, lf, n, uplo);
    if (is_bad(ours, theirs)) bad += complain(round, "potrf", name, n, n, ours, theirs);
    ours = residual_of_solution(whole, 'N', x, b->v, n, r), theirs = residual_of_solution(whole, 'N', lx, b->v, n, r);
    if (is_bad(ours, theirs)) bad += complain(round, "potrs", name, n, r, ours, theirs);
  }
  free(la), free(lb), free(f), free(x), free(lf), free(lx);
  return bad;
}

/* The triangle that is not used has kept its NaNs. */
static int triangle_is_lost(int round, char uplo, const operand_t *a) {
  const size_t n = a->m.count[0];
  size_t i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (!in_triangle(uplo, i, j) && !isnan(at(a, i, j)->re)) {
        printf("round %d: potrf has changed element (%zu, %zu) of the other triangle\n", round, i, j);
        return 1;
      }
  return 0;
}

static size_t few_systems(void) { return pick(2) ? (size_t)pick(4) : random_size() % 40; }

static int cholesky_round(int round) {
  const char uplo = "UL"[pick(2)];
  const size_t n = random_size() % 70, r = few_systems();
  const int kind = pick(POSITIVE_KINDS), together = pick(2);
  operand_t a = operand(1, n, n), b = operand(2, n, r);
  value_t *whole = malloc((n * n + 1) * sizeof *whole);
  size_t i, j, info;
  int bad = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      value_t x = {0, 0};
      x.re = positive(kind, i, j, n);
      whole[i * n + j] = times(times(turn(i), x), conjugate(turn(j)));
      if (i == j) whole[i * n + j] = x;
    }
  narrow(whole, n * n);
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) *at(&a, i, j) = in_triangle(uplo, i, j) ? whole[i * n + j] : not_a_number;
  store(&a), store(&b);
  upc_barrier;
  if (together) info = upc_stride_posv(small(uplo), section(&a.m), section(&b.m), types[type].type);
  else {
    info = upc_stride_potrf(uplo, section(&a.m), types[type].type);
    if (info == 0) upc_stride_potrs(small(uplo), section(&a.m), section(&b.m), types[type].type);
  }
  upc_barrier;
  if (MYTHREAD == round % THREADS) bad += check_cholesky(round, kind, uplo, &a, whole, &b, info);
  upc_barrier;
  if (info > 0) bad += wrong_in("B, which has no solution", round, &b);
  bad += rest_is_wrong(round, "potrf", &a) + rest_is_wrong(round, "potrs", &b) + triangle_is_lost(round, uplo, &a);
  drop(&a), drop(&b), free(whole);
  return bad;
}

/* ---- LU ---- */

static void fill_general(operand_t *a, int kind) {
  const size_t m = a->m.count[0], n = a->m.count[1];
  size_t i, j;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t x = {0, 0};
      x.re = general(kind, i, j, m > n ? m : n);
      if (parts() > 1 && (i * j) % 3 == 1) x.im = x.re, x.re = 0;
      *at(a, i, j) = x;
    }
  narrow(a->v, m * n);
}

static void clear_column(const operand_t *a, size_t column) {
  size_t i;
  for (i = 0; i < a->m.count[0]; i++) *at(a, i, column) = nought;
}

static int check_pivots(int round, const char *kind, const int *pivots, size_t m, size_t n, const value_t *f) {
  const size_t steps = m < n ? m : n;
  size_t i, j;
  for (i = 0; i < steps; i++)
    if (pivots[i] < (int)i + 1 || pivots[i] > (int)m)
      return complain(round, "a pivot of getrf", kind, m, n, pivots[i], (double)i + 1);
  for (i = 0; i < m; i++) /* of complex numbers LAPACK takes the largest |re| + |im| */
    for (j = 0; j < i && j < n; j++)
      if (size_of(f[i * n + j]) > (parts() > 1 ? 1.4143 : 1.000001))
        return complain(round, "L of getrf", kind, m, n, size_of(f[i * n + j]), 1);
  return 0;
}

static int check_lu(int round, int kind, char trans, const operand_t *a, const operand_t *b, const int *pivots,
                    size_t info) {
  const size_t m = a->m.count[0], n = a->m.count[1], r = b->m.count[1];
  const int_t im = (int_t)m, in = (int_t)n, ir = (int_t)r, ld = im > 0 ? im : 1;
  unsigned char *la = columns_of(a->v, m, n), *lb = columns_of(b->v, m, r);
  value_t *f = now(a), *x = now(b), *lf = malloc((m * n + 1) * sizeof *lf), *lx = malloc((m * r + 1) * sizeof *lx);
  int *others = calloc(2 * (m + n + 1), sizeof *others), bad = 0;
  const char *const name = general_kinds[kind];
  int_t other = 0, none = 0;
  double ours, theirs;
  if (m > 0 && n > 0) ((getrf_t *)lapack("getrf"))(&im, &in, la, &ld, others, &other);
  from_columns(lf, la, m, n);
  if ((kind < 4 || (kind == 31 && n < 8)) && (m == n || kind == 0) && info != (size_t)other)
    bad += complain(round, "info of getrf", name, m, n, (double)info, (double)other);
  if (kind < 32) {
    bad += check_pivots(round, name, pivots, m, n, f);
    ours = residual_of_lu(a->v, f, pivots, m, n), theirs = residual_of_lu(a->v, lf, others, m, n);
    if (is_bad(ours, theirs)) bad += complain(round, "getrf", name, m, n, ours, theirs);
  }
  if (m == n && info == 0 && other == 0 && kind < 32 && r > 0 && n > 0) {
    ((getrs_t *)lapack("getrs"))(&trans, &in, &ir, la, &ld, others, lb, &ld, &none);
    from_columns(lx, lb, n, r);
    ours = residual_of_solution(a->v, trans, x, b->v, n, r), theirs = residual_of_solution(a->v, trans, lx, b->v, n, r);
    if (is_bad(ours, theirs)) bad += complain(round, "getrs", name, n, r, ours, theirs);
  }
  free(la), free(lb), free(f), free(x), free(lf), free(lx), free(others);
  return bad;
}

static int lu_round(int round) {
  const size_t m = random_size() % 70, n = pick(2) ? m : random_size() % 70, r = few_systems();
  const int singular = m > 0 && n > 0 && pick(4) == 0, kind = singular ? 0 : pick(GENERAL_KINDS);
  const int together = m == n && pick(2);
  const char trans = together ? 'N' : "NTC"[pick(3)];
  operand_t a = operand(1, m, n), b = operand(2, m, r);
  int *pivots = calloc(m + n + 1, sizeof *pivots), bad = 0;
  size_t info = 0;
  fill_general(&a, kind);
  if (singular) clear_column(&a, (size_t)pick((int)n)), clear_column(&a, (size_t)pick((int)n));
  store(&a), store(&b);
  upc_barrier;
  if (together) info = upc_stride_gesv(section(&a.m), pivots, section(&b.m), types[type].type);
  else {
    info = upc_stride_getrf(section(&a.m), pivots, types[type].type);
    if (m == n && info == 0) upc_stride_getrs(small(trans), section(&a.m), pivots, section(&b.m), types[type].type);
  }
  upc_barrier;
  if (MYTHREAD == round % THREADS) bad += check_lu(round, kind, trans, &a, &b, pivots, info);
  upc_barrier;
  if (info > 0) bad += wrong_in("B, which has no solution", round, &b);
  bad += rest_is_wrong(round, "getrf", &a) + rest_is_wrong(round, "getrs", &b);
  drop(&a), drop(&b), free(pivots);
  return bad;
}

/* ---- QR ---- */

typedef void gels_t(const char *trans, const int_t *m, const int_t *n, const int_t *nrhs, void *a, const int_t *lda,
                    void *b, const int_t *ldb, void *work, const int_t *lwork, int_t *info);

/* c = (1 - tau v v') c, or its adjoint, c m x n; v is 1 in row i, and below it column i of f, which has `columns`. */
static void reflect(value_t *c, size_t m, size_t n, const value_t *f, size_t columns, size_t i, value_t tau,
                    int adjoint) {
  size_t j, p;
  if (adjoint) tau = conjugate(tau);
  for (j = 0; j < n; j++) {
    value_t sum = c[i * n + j];
    for (p = i + 1; p < m; p++) sum = plus(sum, times(conjugate(f[p * columns + i]), c[p * n + j]));
    sum = times(tau, sum);
    c[i * n + j] = minus(c[i * n + j], sum);
    for (p = i + 1; p < m; p++) c[p * n + j] = minus(c[p * n + j], times(f[p * columns + i], sum));
  }
}

/* c = op(Q) c, by the definition */
static void by_reflectors(value_t *c, size_t m, size_t n, const value_t *f, size_t columns, const value_t *tau,
                          size_t steps, int adjoint) {
  size_t i;
  for (i = 0; i < steps; i++)
    reflect(c, m, n, f, columns, adjoint ? i : steps - 1 - i, tau[adjoint ? i : steps - 1 - i], adjoint);
}

/* The adjoint of a matrix. */
static value_t *turned(const value_t *v, size_t rows, size_t columns) {
  value_t *t = malloc((rows * columns + 1) * sizeof *t);
  size_t i, j;
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++) t[j * rows + i] = conjugate(v[i * columns + j]);
  return t;
}

static double difference(const value_t *a, const value_t *b, size_t count) {
  double worst = 0;
  size_t i;
  for (i = 0; i < count; i++)
    if (!(size_of(minus(a[i], b[i])) <= worst)) worst = size_of(minus(a[i], b[i]));
  return worst;
}

/* Q R is A, Q is unitary, and `product` is what unmqr made of c. */
static int check_qr(int round, int kind, const operand_t *a, const value_t *tau, char side, int adjoint,
                    const operand_t *c) {
  const size_t m = a->m.count[0], n = a->m.count[1], steps = m < n ? m : n, rows = c->m.count[0],
               columns = c->m.count[1];
  value_t *f = now(a), *r = copy_of(f, m * n), *product = now(c), *want, *q = calloc(m * m + 1, sizeof *q), *both;
  const double eps = precision() * (double)(m + n + 1);
  size_t i, j;
  int bad = 0;
  for (i = 0; i < m; i++)
    for (j = 0; j < i && j < n; j++) r[i * n + j] = nought;
  by_reflectors(r, m, n, f, n, tau, steps, 0);
  if (!(difference(r, a->v, m * n) <= 10 * eps * largest(a->v, m * n)))
    bad += complain(round, "geqrf", general_kinds[kind], m, n, difference(r, a->v, m * n), 0);
  for (i = 0; i < m; i++) q[i * m + i].re = 1;
  both = copy_of(q, m * m);
  by_reflectors(q, m, m, f, n, tau, steps, 0), by_reflectors(q, m, m, f, n, tau, steps, 1);
  if (!(difference(q, both, m * m) <= 10 * eps))
    bad += complain(round, "Q of geqrf", general_kinds[kind], m, n, difference(q, both, m * m), 0);
  if (side == 'L') want = copy_of(c->v, rows * columns), by_reflectors(want, m, columns, f, n, tau, steps, adjoint);
  else {                              /* (C Q)' is Q' C' */
    value_t *other = turned(c->v, rows, columns);
    by_reflectors(other, m, rows, f, n, tau, steps, !adjoint);
    want = turned(other, m, rows);
    free(other);
  }
  if (!(difference(product, want, rows * columns) <= 10 * eps * (1 + largest(c->v, rows * columns))))
    bad += complain(round, side == 'L' ? "unmqr to the left" : "unmqr to the right", general_kinds[kind], m, n,
                    difference(product, want, rows * columns), 0);
  free(f), free(r), free(product), free(want), free(q), free(both);
  return bad;
}

static int qr_round(int round) {
  const size_t m = random_size() % 60, n = random_size() % 60, other = random_size() % 40, steps = m < n ? m : n;
  const char side = "LR"[pick(2)];
  const int kind = pick(32), adjoint = pick(2);
  const char trans = !adjoint ? 'N' : parts() == 1 && pick(2) ? 'T' : 'C';
  operand_t a = operand(1, m, n), c = operand(2, side == 'L' ? m : other, side == 'L' ? other : m);
  unsigned char *raw = calloc(steps + 1, bytes());
  value_t *tau = calloc(steps + 1, sizeof *tau);
  size_t i;
  int bad = 0;
  fill_general(&a, kind);
  store(&a), store(&c);
  upc_barrier;
  upc_stride_geqrf(section(&a.m), raw, types[type].type);
  upc_stride_unmqr(small(side), small(trans), section(&a.m), raw, section(&c.m), types[type].type);
  upc_barrier;
  for (i = 0; i < steps; i++) tau[i] = value_at(raw + i * bytes());
  if (MYTHREAD == round % THREADS && n > 0) bad += check_qr(round, kind, &a, tau, side, adjoint, &c);
  upc_barrier;
  bad += rest_is_wrong(round, "geqrf", &a) + rest_is_wrong(round, "unmqr", &c);
  drop(&a), drop(&c), free(raw), free(tau);
  return bad;
}

/* X beside that of LAPACK. */
static int check_gels(int round, char trans, const operand_t *a, const operand_t *b, size_t info) {
  const size_t m = a->m.count[0], n = a->m.count[1], r = b->m.count[1], most = b->m.count[0];
  const size_t unknowns = trans == 'N' ? n : m;
  const int_t im = (int_t)m, in = (int_t)n, ir = (int_t)r, lda = im > 0 ? im : 1, ldb = most > 0 ? (int_t)most : 1;
  const int_t length = 64 * (int_t)(m + n + r + 1);
  unsigned char *la = columns_of(a->v, m, n), *lb = columns_of(b->v, most, r), *work = malloc((size_t)length * bytes());
  value_t *x = now(b), *lx = malloc((most * r + 1) * sizeof *lx);
  double worst;
  int_t other = 0;
  int bad = 0;
  if (m > 0 && n > 0 && r > 0)
    ((gels_t *)lapack("gels"))(&trans, &im, &in, &ir, la, &lda, lb, &ldb, work, &length, &other);
  from_columns(lx, lb, most, r);
  if (m == 0 || n == 0) memset(lx, 0, most * r * sizeof *lx);
  worst = difference(x, lx, unknowns * r);
  if (info != (size_t)other) bad += complain(round, "info of gels", "", m, n, (double)info, (double)other);
  else if (info == 0 && !(worst <= 1e4 * precision() * (1 + largest(lx, unknowns * r))))
    bad += complain(round, "gels", trans == 'N' ? "as it is" : "transposed", m, n, worst, largest(lx, unknowns * r));
  free(la), free(lb), free(work), free(x), free(lx);
  return bad;
}

/* Random matrices, which are well conditioned if they are not square; and a zero matrix. */
static int gels_round(int round) {
  const size_t m = random_size() % 60, n = 2 * m + (size_t)pick(10), r = random_size() % 20;
  const int flat = pick(2), kind = pick(8) == 0 ? 2 : 0;
  const char trans = pick(2) ? 'N' : parts() == 1 ? 'T' : 'C';
  operand_t a = operand(1, flat ? m : n, flat ? n : m), b = operand(2, n, r);
  size_t info;
  int bad = 0;
  fill_general(&a, kind);
  store(&a), store(&b);
  upc_barrier;
  info = upc_stride_gels(small(trans), section(&a.m), section(&b.m), types[type].type);
  upc_barrier;
  if (MYTHREAD == round % THREADS && kind == 0) bad += check_gels(round, trans, &a, &b, info);
  if (kind == 2 && r > 0 && m > 0 && info != 1) bad += complain(round, "info of gels", "zero", m, n, (double)info, 1);
  upc_barrier;
  bad += rest_is_wrong(round, "gels: A", &a) + rest_is_wrong(round, "gels: B", &b);
  drop(&a), drop(&b);
  return bad;
}

/* ---- inverses ---- */

/* The product with the inverse is the identity. */
static int inverse_round(int round) {
  const size_t n = random_size() % 50;
  const int is_positive = pick(2), zero = pick(8) == 0, kind = is_positive ? 7 : 0;
  const char uplo = "UL"[pick(2)];
  operand_t a = operand(1, n, n), b = operand(2, n, n);
  int *pivots = calloc(n + 1, sizeof *pivots), bad = 0;
  value_t *whole, *x, *y;
  size_t i, j, info;
  fill_general(&a, kind);
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      value_t v = {0, 0};
      v.re = positive(7, i, j, n);
      if (is_positive) *at(&a, i, j) = i == j ? v : times(times(turn(i), v), conjugate(turn(j)));
      else if (i == j) at(&a, i, j)->re += 2 * sqrt((double)n);
      if (zero) *at(&a, i, j) = nought;
    }
  narrow(a.v, n * n);
  whole = copy_of(a.v, n * n);
  for (i = 0; i < n; i++)
    for (j = 0; j < n && is_positive; j++)
      if (!in_triangle(uplo, i, j)) *at(&a, i, j) = not_a_number;
  store(&a), store(&b);
  upc_barrier;
  if (is_positive) {
    if (!zero) upc_stride_potrf(uplo, section(&a.m), types[type].type);
    info = upc_stride_potri(small(uplo), section(&a.m), types[type].type);
  } else {
    upc_stride_getrf(section(&a.m), pivots, types[type].type);
    info = upc_stride_getri(section(&a.m), pivots, types[type].type);
  }
  upc_barrier;
  if (info != (zero && n > 0)) bad += complain(round, "info of an inverse", "", n, n, (double)info, zero);
  x = now(&a), y = calloc(n * n + 1, sizeof *y);
  for (i = 0; i < n; i++) y[i * n + i].re = 1;
  for (i = 0; i < n; i++)
    for (j = 0; j < n && is_positive; j++)
      if (!in_triangle(uplo, i, j)) x[i * n + j] = conjugate(x[j * n + i]);
  if (!zero && MYTHREAD == round % THREADS && n > 0) {
    const double worst = residual_of_solution(whole, 'N', x, y, n, n);
    if (!(worst <= 10)) bad += complain(round, is_positive ? "potri" : "getri", "", n, n, worst, 0);
  }
  upc_barrier;
  bad += rest_is_wrong(round, "inverse", &a) + (is_positive ? triangle_is_lost(round, uplo, &a) : 0);
  drop(&a), drop(&b), free(pivots), free(whole), free(x), free(y);
  return bad;
}

static int wrong_round(int round) {
  static const double balances[] = {64, 64, 1, 1e-6};
  type = pick(4);
  upc_stride_cuts()->balance = balances[pick(4)];
  upc_stride_cuts()->triangular_panel = (size_t)random_in(4, 64);
  upc_stride_cuts()->solved_at_once = (size_t)random_in(1, 32);
  upc_stride_cuts()->least_piece = (size_t)random_in(1, 40);
  upc_stride_cuts()->least_block = (size_t)random_in(1, 40);
  upc_stride_cuts()->factored_panel = pick(4) ? (size_t)random_in(1, 24) : 0;
  upc_stride_cuts()->narrowest = pick(3) ? 1 : 24;
  stripes = pick(3) == 0;
  if (stripes) upc_stride_cuts()->factored_panel = 0;
  switch (pick(7)) {
    case 0: case 1: return cholesky_round(round);
    case 2: case 3: return lu_round(round);
    case 4: return qr_round(round);
    case 5: return inverse_round(round);
    default: return gels_round(round);
  }
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 200;
  int round, wrong = 0;
  layouts = 5;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (MYTHREAD == 0) printf("%d threads, %d rounds\n", THREADS, rounds);
  for (round = 0; round < rounds; round++) wrong += wrong_round(round);
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
