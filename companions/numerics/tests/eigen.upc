/* SPDX-License-Identifier: BSD-3-Clause
 * heev and gesvd on matrices of many kinds: residuals, orthogonal vectors, values in order, and what must stay as it
 * is. Four types, sections with steps of both signs, arrays of several layouts.
 * usage: eigen [rounds [seed]], on threads that are processes of MPI */
#include "kinds.h"
#include "results.h"

/* Two values of so many elements of a row or a column are near: the error of a sum is below this. */
static double limit(size_t n, double scale) { return 30 * precision() * (double)(n + 1) * scale; }

static int complain(int round, const char *what, const char *kind, size_t m, size_t n, double got, double most) {
  printf("round %d, type %d, %s, %s, %zu x %zu: %g, may be %g\n", round, type, what, kind, m, n, got, most);
  return 1;
}

static double real_of(const void *list, size_t i) { return get((const unsigned char *)list + i * types[type].part); }

/* The greatest of |a b' - c| for lists of columns: a is m x k, b is n x k, c is m x n, c null the identity. */
static double distance(const value_t *a, const value_t *b, const value_t *c, size_t m, size_t n, size_t k) {
  double worst = 0;
  size_t i, j, p;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t sum = nought;
      for (p = 0; p < k; p++) sum = plus(sum, times(a[i * k + p], conjugate(b[j * k + p])));
      if (c != NULL) sum = minus(sum, c[i * n + j]);
      else if (i == j) sum.re -= 1;
      if (!(size_of(sum) <= worst)) worst = size_of(sum);
    }
  return worst;
}

/* The conjugate transposed of an m x n matrix, whose row i is multiplied by scale[i] if there is a scale. */
static value_t *adjoint(const value_t *a, size_t m, size_t n, const void *scale) {
  value_t *t = malloc((m * n + 1) * sizeof *t);
  size_t i, j;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t x = conjugate(a[i * n + j]);
      const double factor = scale == NULL ? 1 : real_of(scale, i);
      x.re *= factor, x.im *= factor;
      t[j * m + i] = x;
    }
  return t;
}

static int is_in_order(const void *list, size_t n, int rising) {
  size_t i;
  for (i = 1; i < n; i++)
    if (rising ? real_of(list, i) < real_of(list, i - 1) : real_of(list, i) > real_of(list, i - 1)) return 0;
  return 1;
}

static int is_finite(const value_t *v, size_t count) {
  size_t i;
  for (i = 0; i < count; i++)
    if (!isfinite(v[i].re) || !isfinite(v[i].im)) return 0;
  return 1;
}

/* 1: all threads have the same real numbers. */
static int is_everywhere(const void *list, size_t n) {
  double sum = 0;
  size_t i;
  for (i = 0; i < n; i++) sum += real_of(list, i) * (double)(i + 1);
  return upc_stride_min(sum) == upc_stride_max(sum);
}

/* ---- eigenvalues ---- */

static int eigen_round(int round) {
  const size_t n = (size_t)random_below(40);
  const int kind = pick(POSITIVE_KINDS), turned = pick(2);
  const char uplo = pick(2) ? 'U' : 'L', *const name = positive_kinds[kind];
  operand_t a = operand(round, n, n);
  value_t *whole, *got;
  void *w = malloc((n + 1) * types[type].part), *again = malloc((n + 1) * types[type].part);
  size_t i, j, info;
  double most;
  int bad = 0, is_right;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      value_t x = nought;
      x.re = positive(kind, i, j, n);
      *at(&a, i, j) = turned && i != j ? times(times(turn(i), x), conjugate(turn(j))) : x;
    }
  narrow(a.v, n * n);
  whole = copy_of(a.v, n * n);
  is_right = is_finite(whole, n * n);
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (!in_triangle(uplo, i, j)) *at(&a, i, j) = not_a_number;
  store(&a);
  upc_barrier;
  info = upc_stride_heev('N', small(uplo), section(&a.m), again, types[type].type);
  upc_barrier;
  bad += wrong_in("a matrix that heev leaves", round, &a);
  if ((info == 0) != is_right) bad += complain(round, "info of heev 'N'", name, n, n, (double)info, 0);
  upc_barrier;
  info = upc_stride_heev(small('V'), uplo, section(&a.m), w, types[type].type);
  upc_barrier;
  if ((info == 0) != is_right) bad += complain(round, "info of heev", name, n, n, (double)info, 0);
  got = now(&a);
  upc_barrier;
  if (is_right && info == 0) {
    value_t *adjoints = adjoint(got, n, n, NULL), *scaled = adjoint(adjoints, n, n, w);
    const double one = limit(n, 1);
    double far = distance(adjoints, adjoints, NULL, n, n, n);
    if (!(far <= one)) bad += complain(round, "orthogonal eigenvectors", name, n, n, far, one);
    most = limit(n, largest(whole, n * n));
    far = distance(scaled, got, whole, n, n, n);
    if (!(far <= most)) bad += complain(round, "heev", name, n, n, far, most);
    most *= (double)n;
    for (i = 0; i < n; i++)
      if (!(fabs(real_of(w, i) - real_of(again, i)) <= most))
        bad += complain(round, "heev 'N'", name, n, n, (double)i, most);
    if (!is_in_order(w, n, 1) || !is_in_order(again, n, 1)) bad += complain(round, "order", name, n, n, 0, 0);
    bad += rest_is_wrong(round, "heev", &a);
    free(adjoints), free(scaled);
  }
  if (is_right && (!is_everywhere(w, n) || !is_everywhere(again, n)))
    bad += complain(round, "the same on all threads", name, n, n, 0, 0);
  upc_barrier;
  drop(&a), free(whole), free(got), free(w), free(again);
  return bad;
}

/* ---- singular values ---- */

static int singular_round(int round) {
  /* with few rows, and no rows of VT wanted, a thread may have nothing of the vectors */
  const int is_flat = pick(3) == 0;
  const size_t m = (size_t)random_below(is_flat ? 4 : 40), n = (size_t)random_below(40), k = m < n ? m : n;
  const int kind = pick(GENERAL_KINDS), wants_u = pick(4) > 0, wants_vt = !is_flat && pick(4) > 0;
  const char *const name = general_kinds[kind];
  operand_t a = operand(round, m, n), u = operand(round + 1, m, k), vt = operand(round + 2, k, n);
  void *s = malloc((k + 1) * types[type].part);
  value_t *gu, *gv;
  size_t i, j, info;
  int bad = 0, is_right;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t *x = at(&a, i, j);
      *x = nought;
      x->re = general(kind, i, j, m > n ? m : n);
      if (parts() > 1) x->im = general(kind, j, i, m > n ? m : n) / 2;
    }
  narrow(a.v, m * n);
  is_right = is_finite(a.v, m * n);
  store(&a), store(&u), store(&vt);
  upc_barrier;
  info = upc_stride_gesvd(wants_u ? small('S') : 'N', wants_vt ? 'S' : 'n', section(&a.m), s, section(&u.m),
                          section(&vt.m), types[type].type);
  upc_barrier;
  bad += wrong_in("a matrix that gesvd leaves", round, &a);
  if ((info == 0) != is_right) bad += complain(round, "info of gesvd", name, m, n, (double)info, 0);
  if (!wants_u || info != 0) bad += wrong_in("U that nobody wants", round, &u);
  if (!wants_vt || info != 0) bad += wrong_in("VT that nobody wants", round, &vt);
  gu = now(&u), gv = now(&vt);
  upc_barrier;
  if (is_right && info == 0) {
    const double one = limit(m > n ? m : n, 1), all = limit(m > n ? m : n, largest(a.v, m * n));
    value_t *columns = adjoint(gu, m, k, NULL), *rows = adjoint(gv, k, n, s);
    double far;
    if (wants_u && !((far = distance(columns, columns, NULL, k, k, m)) <= one))
      bad += complain(round, "orthogonal U", name, m, n, far, one);
    if (wants_vt && !((far = distance(gv, gv, NULL, k, k, n)) <= one))
      bad += complain(round, "orthogonal VT", name, m, n, far, one);
    if (wants_u && wants_vt && !((far = distance(gu, rows, a.v, m, n, k)) <= all))
      bad += complain(round, "gesvd", name, m, n, far, all);
    if (!is_in_order(s, k, 0) || (k > 0 && real_of(s, k - 1) < 0)) bad += complain(round, "order", name, m, n, 0, 0);
    if (wants_u) bad += rest_is_wrong(round, "U", &u);
    if (wants_vt) bad += rest_is_wrong(round, "VT", &vt);
    free(columns), free(rows);
  }
  if (is_right && !is_everywhere(s, k)) bad += complain(round, "the same on all threads", name, m, n, 0, 0);
  upc_barrier;
  drop(&a), drop(&u), drop(&vt), free(s), free(gu), free(gv);
  return bad;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  int round, wrong = 0;
  layouts = 5;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (MYTHREAD == 0) printf("%d threads, %d rounds\n", THREADS, rounds);
  for (round = 0; round < rounds; round++) {
    type = pick(4);
    wrong += pick(2) ? eigen_round(round) : singular_round(round);
  }
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
