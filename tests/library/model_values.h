/* SPDX-License-Identifier: BSD-3-Clause
 * A model of reductions: values of every type, every operation, computed one value at a time in the widest type of
 * their kind. The user functions work on bytes, so that they are right for any type:
 *   UPC_FUNC           sums, byte by byte
 *   UPC_NONCOMM_FUNC   the order matters: a byte is a function x -> a*x + b modulo 16, and these are composed */
#ifndef TEST_MODEL_VALUES_H
#define TEST_MODEL_VALUES_H

#include "random.h"

#include <stdint.h>
#include <string.h>
#include <upc_collective.h>
#include <upc_types.h>

enum { SIGNED, UNSIGNED, REAL };

static const struct { upc_type_t type; size_t size; int kind; } value_types[] = {
  {UPC_CHAR, 1, SIGNED}, {UPC_UCHAR, 1, UNSIGNED}, {UPC_SHORT, sizeof(short), SIGNED},
  {UPC_USHORT, sizeof(short), UNSIGNED},
  {UPC_INT, sizeof(int), SIGNED}, {UPC_UINT, sizeof(int), UNSIGNED}, {UPC_LONG, sizeof(long), SIGNED},
  {UPC_ULONG, sizeof(long), UNSIGNED}, {UPC_LLONG, sizeof(long long), SIGNED},
  {UPC_ULLONG, sizeof(long long), UNSIGNED},
  {UPC_INT8, 1, SIGNED}, {UPC_UINT8, 1, UNSIGNED}, {UPC_INT16, 2, SIGNED}, {UPC_UINT16, 2, UNSIGNED},
  {UPC_INT32, 4, SIGNED}, {UPC_UINT32, 4, UNSIGNED}, {UPC_INT64, 8, SIGNED}, {UPC_UINT64, 8, UNSIGNED},
  {UPC_FLOAT, sizeof(float), REAL}, {UPC_DOUBLE, sizeof(double), REAL}, {UPC_LDOUBLE, sizeof(long double), REAL}};
enum { VALUE_TYPES = sizeof value_types / sizeof value_types[0], VALUE_ALIGN = 16, VALUE_MOST = 40 };

/* Those of real types first. */
static const upc_op_t value_ops[] = {UPC_ADD, UPC_MULT, UPC_MIN, UPC_MAX, UPC_LOGAND, UPC_LOGOR, UPC_FUNC,
                                     UPC_NONCOMM_FUNC, UPC_AND, UPC_OR, UPC_XOR};
enum { REAL_OPS = 8, VALUE_OPS = sizeof value_ops / sizeof value_ops[0] };

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

/* ---- integers: computed in 64 bits; a value has the lower ones ---- */

static uint64_t whole(const unsigned char *value, size_t size, int kind) {
  uint64_t x = 0;
  memcpy(&x, value, size);
  if (kind == SIGNED && size < 8 && x >> (8 * size - 1) & 1) x |= ~(uint64_t)0 << 8 * size;
  return x;
}

static uint64_t whole_result(upc_op_t op, int kind, uint64_t x, uint64_t y) {
  int less = kind == SIGNED ? (int64_t)x < (int64_t)y : x < y;
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

/* sum = sum op value, of type number t */
static void value_combine(int t, upc_op_t op, unsigned char *sum, const unsigned char *value) {
  size_t size = value_types[t].size, i;
  int kind = value_types[t].kind;
  uint64_t x;
  if (op == UPC_FUNC || op == UPC_NONCOMM_FUNC) {
    for (i = 0; i < size; i++) sum[i] = op == UPC_FUNC ? (unsigned char)(sum[i] + value[i]) : compose(sum[i], value[i]);
  } else if (kind == REAL) {
    put_real(sum, size, real_result(op, real(sum, size), real(value, size)));
  } else {
    x = whole_result(op, kind, whole(sum, size, kind), whole(value, size, kind));
    memcpy(sum, &x, size);
  }
}

#endif
