/* SPDX-License-Identifier: BSD-3-Clause
 * potrf, potrs, posv, getrf, getrs and gesv on matrices of many kinds: residuals beside those of LAPACK for the same
 * matrix, info, pivots, and what must stay as it is. Four types, sections with steps of both signs, arrays of several
 * layouts, panels of several widths.
 * usage: factor [rounds [seed]] */
#include "kinds.h"
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

static double precision(void) { return types[type].part == sizeof(float) ? 0x1p-23 : 0x1p-52; }

/* ---- matrices of LAPACK: column by column ---- */

static unsigned char *columns_of(const value_t *v, size_t rows, size_t columns) {
  unsigned char *a = malloc((rows * columns + 1) * bytes());
  size_t i, j;
  for (j = 0; j < columns; j++)
    for (i = 0; i < rows; i++) put_value(a + (j * rows + i) * bytes(), v[i * columns + j]);
  return a;
}

static value_t value_at(const unsigned char *at) {
  value_t v = {0, 0};
  v.re = get(at);
  if (parts() > 1) v.im = get(at + types[type].part);
  return v;
}

static void from_columns(value_t *v, const unsigned char *a, size_t rows, size_t columns) {
  size_t i, j;
  for (j = 0; j < columns; j++)
    for (i = 0; i < rows; i++) v[i * columns + j] = value_at(a + (j * rows + i) * bytes());
}

/* What the section holds now, on the caller. */
static value_t *now(const operand_t *o) {
  const size_t count = o->m.count[0] * o->m.count[1];
  unsigned char *got = malloc((count + 1) * bytes());
  value_t *v = malloc((count + 1) * sizeof *v);
  size_t i;
  if (count > 0) upc_stride_get_patch(got, NULL, section(&o->m));
  for (i = 0; i < count; i++) v[i] = value_at(got + i * bytes());
  free(got);
  return v;
}

static double size_of(value_t x) { return hypot(x.re, x.im); }

static double largest(const value_t *v, size_t count) {
  double all = 0;
  size_t i;
  for (i = 0; i < count; i++)
    if (size_of(v[i]) > all) all = size_of(v[i]);
  return all;
}

static value_t minus(value_t a, value_t b) {
  a.re -= b.re, a.im -= b.im;
  return a;
}

/* Numbers as the type has them. */
static void narrow(value_t *v, size_t count) {
  size_t i;
  for (i = 0; i < count && types[type].part == sizeof(float); i++) v[i].re = (float)v[i].re, v[i].im = (float)v[i].im;
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
         upc_stride_factored_panel, ours, other);
  return 1;
}

/* ---- Cholesky ---- */

/* A unit number for each row: they make a real symmetric matrix Hermitian, with the same factors but for such numbers.
 */
static value_t turn(size_t i) {
  static const value_t units[] = {{1, 0}, {0, 1}, {-1, 0}, {0.6, 0.8}};
  return parts() == 1 ? units[0] : units[i * 5 % 4];
}

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

/* After a check the sections count as right, and the rest of their arrays is looked at. */
static int rest_is_wrong(int round, const char *what, operand_t *o) {
  value_t *v = now(o);
  int wrong;
  upc_barrier;
  free(o->v);
  o->v = v;
  wrong = wrong_in(what, round, o);
  upc_barrier;
  return wrong;
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

static int cholesky_round(int round) {
  const char uplo = "UL"[pick(2)];
  const size_t n = random_size() % 70, r = random_size() % 40;
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
  bad += rest_is_wrong(round, "potrf", &a) + rest_is_wrong(round, "potrs", &b) + triangle_is_lost(round, uplo, &a);
  drop(&a), drop(&b), free(whole);
  return bad;
}

/* ---- LU ---- */

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
  if ((kind == 1 || kind == 2 || kind == 3 || kind == 31) && m == n && (kind != 31 || n < 8) && info != (size_t)other)
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
  const size_t m = random_size() % 70, n = pick(2) ? m : random_size() % 70, r = random_size() % 40;
  const int kind = pick(GENERAL_KINDS), together = m == n && pick(2);
  const char trans = together ? 'N' : "NTC"[pick(3)];
  operand_t a = operand(1, m, n), b = operand(2, m, r);
  int *pivots = calloc(m + n + 1, sizeof *pivots), bad = 0;
  size_t i, j, info = 0;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t x = {0, 0};
      x.re = general(kind, i, j, m > n ? m : n);
      if (parts() > 1 && (i * j) % 3 == 1) x.im = x.re, x.re = 0;
      *at(&a, i, j) = x;
    }
  narrow(a.v, m * n);
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
  bad += rest_is_wrong(round, "getrf", &a) + rest_is_wrong(round, "getrs", &b);
  drop(&a), drop(&b), free(pivots);
  return bad;
}

static int wrong_round(int round) {
  static const double balances[] = {64, 1, 1e-6};
  type = pick(4);
  upc_stride_product_balance = balances[pick(3)];
  upc_stride_triangular_panel = (size_t)random_in(4, 64);
  upc_stride_factored_panel = pick(6) == 0 ? 0 : (size_t)random_in(1, 24);
  return pick(2) ? cholesky_round(round) : lu_round(round);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 200;
  int round, wrong = 0;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (MYTHREAD == 0) printf("%d threads, %d rounds\n", THREADS, rounds);
  for (round = 0; round < rounds; round++) wrong += wrong_round(round);
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
