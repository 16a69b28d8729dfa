/* SPDX-License-Identifier: BSD-3-Clause
 * A model of reductions: values of every type, every operation, computed one value at a time in the widest type of
 * their kind. A complex number is two real ones; a value with its place has its index in the last 8 bytes of 16. The
 * user functions work on bytes, so that they are right for any type:
 *   UPC_FUNC           sums, byte by byte
 *   UPC_NONCOMM_FUNC   the order matters: a byte is a function x -> a*x + b modulo 16, and these are composed */
#ifndef TEST_MODEL_VALUES_H
#define TEST_MODEL_VALUES_H

#include "random.h"

#include <stdint.h>
#include <string.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>
#include <upc_types.h>

enum { SIGNED, UNSIGNED, REAL, COMPLEX };

static const struct { upc_type_t type; size_t size; int kind; } value_types[] = {
  {UPC_CHAR, 1, SIGNED}, {UPC_UCHAR, 1, UNSIGNED}, {UPC_SHORT, sizeof(short), SIGNED},
  {UPC_USHORT, sizeof(short), UNSIGNED},
  {UPC_INT, sizeof(int), SIGNED}, {UPC_UINT, sizeof(int), UNSIGNED}, {UPC_LONG, sizeof(long), SIGNED},
  {UPC_ULONG, sizeof(long), UNSIGNED}, {UPC_LLONG, sizeof(long long), SIGNED},
  {UPC_ULLONG, sizeof(long long), UNSIGNED},
  {UPC_INT8, 1, SIGNED}, {UPC_UINT8, 1, UNSIGNED}, {UPC_INT16, 2, SIGNED}, {UPC_UINT16, 2, UNSIGNED},
  {UPC_INT32, 4, SIGNED}, {UPC_UINT32, 4, UNSIGNED}, {UPC_INT64, 8, SIGNED}, {UPC_UINT64, 8, UNSIGNED},
  {UPC_FLOAT, sizeof(float), REAL}, {UPC_DOUBLE, sizeof(double), REAL}, {UPC_LDOUBLE, sizeof(long double), REAL},
  /* of reductions alone: */
#ifdef __SIZEOF_INT128__
  {UPC_STRIDE_INT128, 16, SIGNED}, {UPC_STRIDE_UINT128, 16, UNSIGNED},
#endif
#ifdef __FLT16_MAX__
  {UPC_STRIDE_FLOAT16, 2, REAL},
#endif
  {UPC_STRIDE_COMPLEX_FLOAT, 2 * sizeof(float), COMPLEX}, {UPC_STRIDE_COMPLEX_DOUBLE, 2 * sizeof(double), COMPLEX},
  {UPC_STRIDE_COMPLEX_LDOUBLE, 2 * sizeof(long double), COMPLEX}};
enum { REDUCED_TYPES = sizeof value_types / sizeof value_types[0], VALUE_TYPES = 21, /* those of upc_types.h */
       COMPLEX_TYPES = 3, /* the last ones */
       VALUE_ALIGN = 16, VALUE_MOST = 40 };

/* Those of complex types first (the products of small ones have zeros of both signs, depending on the order), then
 * those of real types, then those of integers alone; at the end those that find a place. */
static const upc_op_t value_ops[] = {UPC_ADD, UPC_FUNC, UPC_NONCOMM_FUNC, UPC_MULT, UPC_MIN, UPC_MAX, UPC_LOGAND,
                                     UPC_LOGOR, UPC_AND, UPC_OR, UPC_XOR, UPC_STRIDE_MINLOC, UPC_STRIDE_MAXLOC};
enum { COMPLEX_OPS = 3, REAL_OPS = 8, PLACE_OPS = 2, VALUE_OPS = sizeof value_ops / sizeof value_ops[0] - PLACE_OPS };

static size_t value_size = 1;          /* of the current call: user functions do not get it */

static void add_bytes(const void *in, void *inout, size_t n) {
  const unsigned char *x = in;
  unsigned char *y = inout;
  size_t i;
  for (i = 0; i < n * value_size; i++) y[i] = (unsigned char)(x[i] + y[i]);
}

/* The same for whole elements of *context bytes, which are numbers, lowest byte first. */
static void add_elements(const void *in, void *inout, size_t n, void *context) {
  const unsigned char *x = in;
  unsigned char *y = inout;
  size_t size = *(const size_t *)context, i;
  unsigned sum = 0;
  for (i = 0; i < n * size; i++) {
    sum = (i % size == 0 ? 0 : sum >> 8) + x[i] + y[i];
    y[i] = (unsigned char)sum;
  }
}

static unsigned char compose(unsigned char first, unsigned char second) {
  int a1 = first >> 4, b1 = first & 15, a2 = second >> 4, b2 = second & 15;
  return (unsigned char)((a1 * a2 & 15) << 4 | ((a2 * b1 + b2) & 15));
}

static void compose_bytes(const void *in, void *inout, size_t n) {
  const unsigned char *x = in;
  unsigned char *y = inout;
  size_t i;
  for (i = 0; i < n * value_size; i++) y[i] = compose(x[i], y[i]);
}

static void compose_elements(const void *in, void *inout, size_t n, void *context) {
  const unsigned char *x = in;
  unsigned char *y = inout;
  size_t i;
  for (i = 0; i < n * *(const size_t *)context; i++) y[i] = compose(x[i], y[i]);
}

/* ---- integers: computed in the most bits that there are; a value has the lower ones ---- */

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide_t;
typedef __int128 signed_wide_t;
#else
typedef uint64_t wide_t;
typedef int64_t signed_wide_t;
#endif

static wide_t whole(const unsigned char *value, size_t size, int kind) {
  wide_t x = 0;
  memcpy(&x, value, size);
  if (kind == SIGNED && size < sizeof x && x >> (8 * size - 1) & 1) x |= ~(wide_t)0 << 8 * size;
  return x;
}

static int whole_less(int kind, wide_t x, wide_t y) {
  return kind == SIGNED ? (signed_wide_t)x < (signed_wide_t)y : x < y;
}

static wide_t whole_result(upc_op_t op, int kind, wide_t x, wide_t y) {
  int less = whole_less(kind, x, y);
  switch (op) {
    case UPC_ADD: return x + y;
    case UPC_MULT: return x * y;
    case UPC_MIN: return less ? x : y;
    case UPC_MAX: return less ? y : x;
    case UPC_LOGAND: return x != 0 && y != 0;
    case UPC_LOGOR: return x != 0 || y != 0;
    case UPC_AND: return x & y;
    case UPC_OR: return x | y;
    default: return x ^ y;
  }
}

/* ---- real numbers: small integers, so that every order gives the same result ---- */

static long double real(const unsigned char *value, size_t size) {
  float f;
  double d;
  long double l;
#ifdef __FLT16_MAX__
  _Float16 h;
  if (size == sizeof h) {
    memcpy(&h, value, sizeof h);
    return h;
  }
#endif
  if (size == sizeof f) {
    memcpy(&f, value, sizeof f);
    return f;
  }
  if (size == sizeof d) {
    memcpy(&d, value, sizeof d);
    return d;
  }
  memcpy(&l, value, sizeof l);
  return l;
}

static void put_real(unsigned char *value, size_t size, long double x) {
  float f = (float)x;
  double d = (double)x;
  memset(value, 0, size);
#ifdef __FLT16_MAX__
  _Float16 h = (_Float16)x;
  if (size == sizeof h) {
    memcpy(value, &h, size);
    return;
  }
#endif
  memcpy(value, size == sizeof f ? (void *)&f : size == sizeof d ? (void *)&d : (void *)&x,
         size == sizeof x ? 10 : size); /* six bytes of x86's long double are padding */
}

static long double real_result(upc_op_t op, long double x, long double y) {
  switch (op) {
    case UPC_ADD: return x + y;
    case UPC_MULT: return x * y;
    case UPC_MIN: return x < y ? x : y;
    case UPC_MAX: return x < y ? y : x;
    case UPC_LOGAND: return x != 0 && y != 0;
    default: return x != 0 || y != 0;
  }
}

/* The bytes of an element of the operations that find a place, and what is in it. */
enum { PLACE_BYTES = 16, PLACE_INDEX = 8 };

static int is_place_op(upc_op_t op) { return op == UPC_STRIDE_MINLOC || op == UPC_STRIDE_MAXLOC; }

/* 1 if value a comes before b: it is smaller, or larger, or as large with a lower index. */
static int place_before(int t, upc_op_t op, const unsigned char *a, const unsigned char *b) {
  const size_t size = value_types[t].size;
  const int kind = value_types[t].kind, least = op == UPC_STRIDE_MINLOC;
  const unsigned char *x = least ? a : b, *y = least ? b : a;
  long long i, j;
  if (kind == REAL && real(a, size) != real(b, size)) return real(x, size) < real(y, size);
  if (kind != REAL && whole(a, size, kind) != whole(b, size, kind))
    return whole_less(kind, whole(x, size, kind), whole(y, size, kind));
  memcpy(&i, a + PLACE_INDEX, sizeof i), memcpy(&j, b + PLACE_INDEX, sizeof j);
  return i < j;
}

/* sum = sum op value, of type number t */
static void value_combine(int t, upc_op_t op, unsigned char *sum, const unsigned char *value) {
  size_t size = value_types[t].size, i;
  int kind = value_types[t].kind;
  wide_t x;
  if (is_place_op(op)) {
    if (place_before(t, op, value, sum)) memcpy(sum, value, PLACE_BYTES);
  } else if (op == UPC_FUNC || op == UPC_NONCOMM_FUNC) {
    for (i = 0; i < size; i++) sum[i] = op == UPC_FUNC ? (unsigned char)(sum[i] + value[i]) : compose(sum[i], value[i]);
  } else if (kind == REAL) {
    put_real(sum, size, real_result(op, real(sum, size), real(value, size)));
  } else if (kind == COMPLEX) {
    for (i = 0; i < size; i += size / 2)
      put_real(sum + i, size / 2, real_result(op, real(sum + i, size / 2), real(value + i, size / 2)));
  } else {
    x = whole_result(op, kind, whole(sum, size, kind), whole(value, size, kind));
    memcpy(sum, &x, size);
  }
}

#endif
