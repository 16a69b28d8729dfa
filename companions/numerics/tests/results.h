/* SPDX-License-Identifier: BSD-3-Clause
 * What sections hold after a call, and arithmetic on such values, for tests that compute residuals. */
#ifndef TEST_RESULTS_H
#define TEST_RESULTS_H

#include "operands.h"

static double precision(void) { return types[type].part == sizeof(float) ? 0x1p-23 : 0x1p-52; }

static value_t value_at(const unsigned char *at) {
  value_t v = {0, 0};
  v.re = get(at);
  if (parts() > 1) v.im = get(at + types[type].part);
  return v;
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

/* A unit number for each row. They make a real symmetric matrix Hermitian, with the same eigenvalues, and with the same
 * factors but for such numbers. */
static value_t turn(size_t i) {
  static const value_t units[] = {{1, 0}, {0, 1}, {-1, 0}, {0.6, 0.8}};
  return parts() == 1 ? units[0] : units[i * 5 % 4];
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

static value_t *copy_of(const value_t *v, size_t count) {
  value_t *copy = malloc((count + 1) * sizeof *copy);
  memcpy(copy, v, count * sizeof *v);
  return copy;
}

#endif
