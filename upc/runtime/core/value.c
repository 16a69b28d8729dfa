/* SPDX-License-Identifier: BSD-3-Clause
 * What updates make of values (value.h). */
#include "core/value.h"

static int is_floating(urtk_kind_t kind) { return kind == URTK_F || kind == URTK_D; }

static double floating(urtk_kind_t kind, uint64_t bits) {
  return kind == URTK_F ? (double)urtk_float(bits) : urtk_double(bits);
}

/* Of integers. */
static int less(urtk_kind_t kind, uint64_t x, uint64_t y) {
  switch (kind) {
    case URTK_I32: return (int32_t)x < (int32_t)y;
    case URTK_I64: return (int64_t)x < (int64_t)y;
    default: return x < y;
  }
}

/* Of floating types IEEE 754-2019's, as in reductions (src/plan/values.c): the bits of the number that is first in the
 * order; of a NaN alone; of both where none is first: of zeroes of both signs this is -0, of two NaNs a NaN. So the
 * result does not depend on the order of the threads. */
static uint64_t minimum(urtk_kind_t kind, uint64_t x, uint64_t y) {
  if (!is_floating(kind)) return less(kind, y, x) ? y : x;
  double a = floating(kind, x), b = floating(kind, y);
  return (a <= b || a != a ? x : 0) | (b <= a || b != b ? y : 0);
}

static uint64_t maximum(urtk_kind_t kind, uint64_t x, uint64_t y) {
  const uint64_t sign = kind == URTK_F ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
  if (!is_floating(kind)) return less(kind, x, y) ? y : x;
  return minimum(kind, x ^ sign, y ^ sign) ^ sign;
}

static int equal(urtk_kind_t kind, uint64_t x, uint64_t y) {
  return is_floating(kind) ? floating(kind, x) == floating(kind, y) : x == y;
}

/* Each in its own precision: a sum of two floats is rounded once. */
static uint64_t add(urtk_kind_t kind, uint64_t x, uint64_t y) {
  return kind == URTK_F ? urtk_bits_f(urtk_float(x) + urtk_float(y))
       : kind == URTK_D ? urtk_bits_d(urtk_double(x) + urtk_double(y)) : x + y;
}
static uint64_t subtract(urtk_kind_t kind, uint64_t x, uint64_t y) {
  return kind == URTK_F ? urtk_bits_f(urtk_float(x) - urtk_float(y))
       : kind == URTK_D ? urtk_bits_d(urtk_double(x) - urtk_double(y)) : x - y;
}
static uint64_t multiply(urtk_kind_t kind, uint64_t x, uint64_t y) {
  return kind == URTK_F ? urtk_bits_f(urtk_float(x) * urtk_float(y))
       : kind == URTK_D ? urtk_bits_d(urtk_double(x) * urtk_double(y)) : x * y;
}

int urtk_changed(urtk_kind_t kind, urtk_change_t change, uint64_t old, uint64_t a, uint64_t b, uint64_t *new) {
  uint64_t value = old;
  switch (change) {
    case URTK_GET: return 0;
    case URTK_SET: value = a; break;
    case URTK_CSWAP:
      if (!equal(kind, old, a)) return 0;
      value = b;
      break;
    case URTK_MSWAP: value = (old & ~a) | (b & a); break;
    case URTK_AND: value = old & a; break;
    case URTK_OR: value = old | a; break;
    case URTK_XOR: value = old ^ a; break;
    case URTK_NOT: value = ~old; break;
    case URTK_ADD: value = add(kind, old, a); break;
    case URTK_SUB: value = subtract(kind, old, a); break;
    case URTK_MULT: value = multiply(kind, old, a); break;
    case URTK_MIN: value = minimum(kind, old, a); break;
    case URTK_MAX: value = maximum(kind, old, a); break;
  }
  *new = urtk_cut(kind, value);
  return 1;
}
