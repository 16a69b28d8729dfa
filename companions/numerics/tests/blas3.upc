/* SPDX-License-Identifier: BSD-3-Clause
 * Random calls of symm, hemm, syrk, herk, trsm, trmm, geadd and norm against models that follow their definitions
 * alone: four types, sections with steps of both signs, arrays of several layouts, NaNs where nothing may be read.
 * Numbers are small and whole, and factors of triangles are units, so the results are exact.
 * usage: blas3 [rounds [seed]] */
#include "operands.h"
#include "numerics/product.h"


/* ---- symm and hemm ---- */

/* Element (i, j) of the matrix whose triangle `a` has. */
static value_t symmetric(const operand_t *a, char uplo, int hermitian, size_t i, size_t j) {
  const value_t x = in_triangle(uplo, i, j) ? *at(a, i, j) : *at(a, j, i);
  if (hermitian && i == j) {
    value_t real = x;
    real.im = 0;
    return real;
  }
  return in_triangle(uplo, i, j) || !hermitian ? x : conjugate(x);
}

static int symm_round(int round, int hermitian) {
  const char side = "LR"[pick(2)], uplo = "UL"[pick(2)];
  const size_t m = random_size(), n = random_size(), order = side == 'L' ? m : n;
  const value_t alpha = random_factor(), beta = random_factor();
  operand_t a = operand(1, order, order), b = operand(2, m, n), c = operand(3, m, n);
  value_t *want = malloc((m * n + 1) * sizeof *want);
  unsigned char first[16], second[16];
  size_t i, j, p;
  int wrong;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t sum = nought;
      for (p = 0; p < order; p++)
        sum = plus(sum, side == 'L' ? times(symmetric(&a, uplo, hermitian, i, p), *at(&b, p, j))
                                    : times(*at(&b, i, p), symmetric(&a, uplo, hermitian, p, j)));
      want[i * n + j] = plus(times(alpha, sum), times(beta, *at(&c, i, j)));
      if (is_zero(beta)) *at(&c, i, j) = not_a_number;
    }
  for (i = 0; i < order; i++)
    for (j = 0; j < order; j++) {
      if (!in_triangle(uplo, i, j) || is_zero(alpha)) *at(&a, i, j) = not_a_number;
      if (hermitian && i == j && parts() > 1) at(&a, i, j)->im = NAN;
    }
  store(&a), store(&b), store(&c);
  upc_barrier;
  put_value(first, alpha), put_value(second, beta);
  (hermitian ? upc_stride_hemm : upc_stride_symm)(small(side), small(uplo), first, section(&a.m), section(&b.m), second,
                                                  section(&c.m), types[type].type);
  upc_barrier;
  memcpy(c.v, want, m * n * sizeof *want);
  wrong = wrong_in(hermitian ? "hemm" : "symm", round, &c) + wrong_in("symm: A", round, &a);
  upc_barrier;
  drop(&a), drop(&b), drop(&c), free(want);
  return wrong;
}

/* ---- syrk and herk ---- */

static int syrk_round(int round, int hermitian) {
  const char uplo = "UL"[pick(2)], other = hermitian ? 'C' : 'T', trans = pick(2) ? 'N' : other;
  const size_t n = random_size(), k = random_size();
  value_t alpha = random_factor(), beta = random_factor();
  operand_t a = operand(1, trans == 'N' ? n : k, trans == 'N' ? k : n), c = operand(2, n, n);
  value_t *want = malloc((n * n + 1) * sizeof *want);
  unsigned char first[16], second[16];
  size_t i, j, p;
  int wrong;
  if (hermitian) alpha.im = beta.im = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      value_t sum = nought;
      if (!in_triangle(uplo, i, j)) *at(&c, i, j) = not_a_number;
      want[i * n + j] = *at(&c, i, j);
      if (!in_triangle(uplo, i, j)) continue;
      for (p = 0; p < k; p++) {
        const value_t x = element(&a, trans == 'N' ? 'N' : 'T', i, p), y = element(&a, trans == 'N' ? 'N' : 'T', j, p);
        if (hermitian) sum = plus(sum, trans == 'N' ? times(x, conjugate(y)) : times(conjugate(x), y));
        else sum = plus(sum, times(x, y));
      }
      want[i * n + j] = plus(times(alpha, sum), times(beta, *at(&c, i, j)));
      if (is_zero(beta)) *at(&c, i, j) = not_a_number;
      if (hermitian && i == j && (beta.re != 1 || (k > 0 && !is_zero(alpha)))) want[i * n + j].im = 0;
    }
  for (i = 0; i < a.m.count[0] * a.m.count[1] && is_zero(alpha); i++) a.v[i] = not_a_number;
  store(&a), store(&c);
  upc_barrier;
  put_value(first, alpha), put_value(second, beta);
  (hermitian ? upc_stride_herk : upc_stride_syrk)(small(uplo), small(trans), first, section(&a.m), second,
                                                  section(&c.m), types[type].type);
  upc_barrier;
  memcpy(c.v, want, n * n * sizeof *want);
  wrong = wrong_in(hermitian ? "herk" : "syrk", round, &c);
  upc_barrier;
  drop(&a), drop(&c), free(want);
  return wrong;
}

/* ---- trsm and trmm ---- */

/* A triangle with a unit on each place of its diagonal, or what counts as one; NaNs in the other triangle. The rest is
 * thin, so that no product of it is large. */
static operand_t triangle(int number, size_t order, char uplo, char diag) {
  operand_t a = operand(number, order, order);
  size_t i, j;
  for (i = 0; i < order; i++)
    for (j = 0; j < order; j++) {
      value_t x = nought;
      if (!in_triangle(uplo, i, j) || (i == j && diag == 'U')) x = not_a_number;
      else if (i == j) x.re = (i % 3) > 0 ? 1 : -1;
      else if ((i * 7 + j * 3) % 5 == 0) x = *at(&a, i, j);
      *at(&a, i, j) = x;
    }
  return a;
}

/* Element (i, j) of op(a). */
static value_t triangular(const operand_t *a, char uplo, char trans, char diag, size_t i, size_t j) {
  const value_t one = {1, 0};
  if (i == j && diag == 'U') return one;
  if (!in_triangle(uplo, trans == 'N' ? i : j, trans == 'N' ? j : i)) return nought;
  return element(a, trans, i, j);
}

/* op(a) b, or b op(a), for the b of a section */
static void triangle_times(value_t *product, const operand_t *a, const operand_t *b, char side, char uplo, char trans,
                           char diag) {
  const size_t m = b->m.count[0], n = b->m.count[1], order = a->m.count[0];
  size_t i, j, p;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      value_t sum = nought;
      for (p = 0; p < order; p++)
        sum = plus(sum, side == 'L' ? times(triangular(a, uplo, trans, diag, i, p), *at(b, p, j))
                                    : times(*at(b, i, p), triangular(a, uplo, trans, diag, p, j)));
      product[i * n + j] = sum;
    }
}

/* A solution is chosen, from which b follows. */
static int triangular_round(int round, int solves) {
  const char side = "LR"[pick(2)], uplo = "UL"[pick(2)], trans = "NTC"[pick(3)], diag = "NU"[pick(2)];
  const size_t m = random_size(), n = random_size();
  const value_t half = {0.5, 0}, minus = {-1, 0}, two = {2, 0};
  value_t alpha = pick(8) == 0 ? nought : pick(2) ? two : minus;
  operand_t a = triangle(1, side == 'L' ? m : n, uplo, diag), b = operand(2, m, n);
  value_t *product = malloc((m * n + 1) * sizeof *product);
  unsigned char first[16];
  size_t i;
  int wrong;
  triangle_times(product, &a, &b, side, uplo, trans, diag);
  for (i = 0; i < m * n; i++) {
    const value_t x = b.v[i];
    value_t result = solves ? x : times(alpha, product[i]);
    if (solves) b.v[i] = is_zero(alpha) ? not_a_number : times(alpha.re == 2 ? half : minus, product[i]);
    else if (is_zero(alpha)) b.v[i] = not_a_number;
    product[i] = is_zero(alpha) ? nought : result;
  }
  if (is_zero(alpha))
    for (i = 0; i < a.m.count[0] * a.m.count[1]; i++) a.v[i] = not_a_number;
  store(&a), store(&b);
  upc_barrier;
  put_value(first, alpha);
  (solves ? upc_stride_trsm : upc_stride_trmm)(small(side), small(uplo), small(trans), small(diag), first,
                                               section(&a.m), section(&b.m), types[type].type);
  upc_barrier;
  memcpy(b.v, product, m * n * sizeof *product);
  wrong = wrong_in(solves ? "trsm" : "trmm", round, &b) + wrong_in("trsm: A", round, &a);
  upc_barrier;
  drop(&a), drop(&b), free(product);
  return wrong;
}

/* ---- geadd and norm ---- */

static int geadd_round(int round) {
  const char trans = "NTC"[pick(3)];
  const size_t m = random_size(), n = random_size();
  const value_t alpha = random_factor(), beta = random_factor();
  operand_t a = operand(1, trans == 'N' ? m : n, trans == 'N' ? n : m), c = operand(2, m, n);
  value_t *want = malloc((m * n + 1) * sizeof *want);
  unsigned char first[16], second[16];
  size_t i, j;
  int wrong;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++) {
      want[i * n + j] = plus(times(alpha, element(&a, trans, i, j)), times(beta, *at(&c, i, j)));
      if (is_zero(beta)) *at(&c, i, j) = not_a_number;
    }
  for (i = 0; i < m * n && is_zero(alpha); i++) a.v[i] = not_a_number;
  store(&a), store(&c);
  upc_barrier;
  put_value(first, alpha), put_value(second, beta);
  upc_stride_geadd(small(trans), first, section(&a.m), second, section(&c.m), types[type].type);
  upc_barrier;
  memcpy(c.v, want, m * n * sizeof *want);
  wrong = wrong_in("geadd", round, &c);
  upc_barrier;
  drop(&a), drop(&c), free(want);
  return wrong;
}

static double most(double a, double b) { return b > a || b != b ? b : a; }

static double norm_of(const operand_t *a, char which) {
  double result = 0, squares = 0;
  size_t i, j;
  for (i = 0; i < a->m.count[which == '1']; i++) {
    double sum = 0;
    for (j = 0; j < a->m.count[which != '1']; j++) {
      const value_t x = which == '1' ? *at(a, j, i) : *at(a, i, j);
      sum += hypot(x.re, x.im);
      if (which == 'M') result = most(result, hypot(x.re, x.im));
      squares += x.re * x.re + x.im * x.im;
    }
    if (which == '1' || which == 'I') result = most(result, sum);
  }
  return which == 'F' ? sqrt(squares) : result;
}

static int norm_round(int round) {
  static const double specials[] = {NAN, INFINITY};
  const char which = "M1IF"[pick(4)], also = which == '1' ? 'O' : which == 'F' ? 'E' : which;
  operand_t a = operand(1, random_size(), random_size());
  const int special = pick(4);
  double want, got;
  if (special < 2 && a.m.count[0] * a.m.count[1] > 0)
    a.v[(size_t)pick((int)(a.m.count[0] * a.m.count[1]))].re = specials[special];
  want = norm_of(&a, which);
  store(&a);
  upc_barrier;
  got = upc_stride_norm(pick(2) ? which : small(also), section(&a.m), types[type].type);
  upc_barrier;
  drop(&a);
  if (same(got, want) || fabs(got - want) <= 1e-5 * want) return 0;
  printf("round %d, thread %d, type %d: norm %c is %g, must be %g\n", round, MYTHREAD, type, which, got, want);
  return 1;
}

static int wrong_round(int round) {
  static const double balances[] = {64, 1, 1e-6};
  type = pick(4);
  upc_stride_cuts()->balance = balances[pick(3)];
  upc_stride_cuts()->triangular_panel = (size_t)random_in(4, 64);
  upc_stride_cuts()->solved_at_once = (size_t)random_in(1, 32);
  upc_stride_cuts()->least_piece = (size_t)random_in(1, 40);
  upc_stride_cuts()->least_block = (size_t)random_in(1, 40);
  upc_stride_cuts()->symmetric_square = (size_t)random_in(4, 64);
  switch (pick(8)) {
    case 0: return symm_round(round, 0);
    case 1: return symm_round(round, 1);
    case 2: return syrk_round(round, 0);
    case 3: return syrk_round(round, 1);
    case 4: return triangular_round(round, 1);
    case 5: return triangular_round(round, 0);
    case 6: return geadd_round(round);
    default: return norm_round(round);
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
