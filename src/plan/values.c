/* SPDX-License-Identifier: BSD-3-Clause
 * Combining values: one function for each kind of value, a loop in it for each operation. */
#include "plan/values.h"
#include "base/line.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <upc_types.h>
#ifndef UPC_FUNC /* ours is plain C, and has it; in others it comes with UPC's own collectives */
#include <upc_collective.h>
#endif

/* ---- minimum and maximum: those of real numbers as values.h says ---- */

/* The bits of the number that is first in the order; of a NaN alone; of both where none is first: of zeroes of both
 * signs this is -0, of two NaNs a NaN. There is no branch, so loops of it are vectors. */
#define BITS_OF_MINIMUM(bits_t)                                         \
  bits_t x, y;                                                          \
  memcpy(&x, &a, sizeof x);                                             \
  memcpy(&y, &b, sizeof y);                                             \
  x = (((a <= b) | (a != a)) ? x : 0) | (((b <= a) | (b != b)) ? y : 0); \
  memcpy(&a, &x, sizeof a);                                             \
  return a

static inline float float_min(float a, float b) { BITS_OF_MINIMUM(uint32_t); }
static inline float float_max(float a, float b) { return -float_min(-a, -b); }
static inline double double_min(double a, double b) { BITS_OF_MINIMUM(uint64_t); }
static inline double double_max(double a, double b) { return -double_min(-a, -b); }

/* Bytes that hold a value: x87's numbers have ten, and others that say nothing. The first is the lowest. */
enum { LDOUBLE_BYTES = LDBL_MANT_DIG == 64 ? 10 : sizeof(long double) };

static int lower_bits(const long double *a, const long double *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  int i = LDOUBLE_BYTES - 1;
  while (i > 0 && x[i] == y[i]) i--;
  return x[i] < y[i];
}

static long double ldouble_min(long double a, long double b) {
  if (isnan(a) && isnan(b)) return lower_bits(&b, &a) ? b : a;
  if (isnan(a) || isnan(b)) return isnan(a) ? a : b;
  if (a == b) return signbit(a) ? a : b;
  return a < b ? a : b;
}

static long double ldouble_max(long double a, long double b) { return -ldouble_min(-a, -b); }

/* ---- a loop for each operation ---- */

#define EACH(expression)                            \
  for (i = 0; i < n; i++) inout[i] = (expression);  \
  break

/* Operations of all types. Integers are added and multiplied as unsigned ones, which wrap and do not overflow. */
#define ARITHMETIC(wide)                                                \
  case UPC_ADD: EACH((wide)in[i] + (wide)inout[i]);                     \
  case UPC_MULT: EACH((wide)in[i] * (wide)inout[i]);                    \
  case UPC_LOGAND: EACH(in[i] && inout[i]);                             \
  case UPC_LOGOR: EACH(in[i] || inout[i])

/* Operations of integers only. */
#define WHOLE                                                           \
  case UPC_MIN: EACH(inout[i] < in[i] ? inout[i] : in[i]);              \
  case UPC_MAX: EACH(inout[i] > in[i] ? inout[i] : in[i]);              \
  case UPC_AND: EACH(in[i] & inout[i]);                                 \
  case UPC_OR: EACH(in[i] | inout[i]);                                  \
  case UPC_XOR: EACH(in[i] ^ inout[i])

#define COMBINE_WHOLE(name, T)                                                        \
  static void name(upc_op_t op, const T *restrict in, T *restrict inout, size_t n) {  \
    size_t i;                                                                         \
    switch (op) { ARITHMETIC(unsigned long long); WHOLE; }                            \
  }
#define COMBINE_REAL(name, T, minimum, maximum)                                       \
  static void name(upc_op_t op, const T *restrict in, T *restrict inout, size_t n) {  \
    size_t i;                                                                         \
    switch (op) {                                                                     \
      ARITHMETIC(T);                                                                  \
      case UPC_MIN: EACH(minimum(in[i], inout[i]));                                   \
      case UPC_MAX: EACH(maximum(in[i], inout[i]));                                   \
    }                                                                                 \
  }

COMBINE_WHOLE(of_int8, int8_t)
COMBINE_WHOLE(of_uint8, uint8_t)
COMBINE_WHOLE(of_int16, int16_t)
COMBINE_WHOLE(of_uint16, uint16_t)
COMBINE_WHOLE(of_int32, int32_t)
COMBINE_WHOLE(of_uint32, uint32_t)
COMBINE_WHOLE(of_int64, int64_t)
COMBINE_WHOLE(of_uint64, uint64_t)
COMBINE_REAL(of_float, float, float_min, float_max)
COMBINE_REAL(of_double, double, double_min, double_max)
COMBINE_REAL(of_ldouble, long double, ldouble_min, ldouble_max)

upc_stride_value_kind_t upc_stride_value_kind(upc_type_t type) {
  switch (type) {
    case UPC_CHAR: case UPC_INT8: return UPC_STRIDE_INT8;
    case UPC_UCHAR: case UPC_UINT8: return UPC_STRIDE_UINT8;
    case UPC_SHORT: case UPC_INT16: return UPC_STRIDE_INT16;
    case UPC_USHORT: case UPC_UINT16: return UPC_STRIDE_UINT16;
    case UPC_INT: case UPC_INT32: return UPC_STRIDE_INT32;
    case UPC_UINT: case UPC_UINT32: return UPC_STRIDE_UINT32;
    case UPC_LONG: return sizeof(long) == sizeof(int64_t) ? UPC_STRIDE_INT64 : UPC_STRIDE_INT32;
    case UPC_ULONG: return sizeof(long) == sizeof(int64_t) ? UPC_STRIDE_UINT64 : UPC_STRIDE_UINT32;
    case UPC_LLONG: case UPC_INT64: return UPC_STRIDE_INT64;
    case UPC_ULLONG: case UPC_UINT64: return UPC_STRIDE_UINT64;
    case UPC_FLOAT: return UPC_STRIDE_FLOAT;
    case UPC_DOUBLE: return UPC_STRIDE_DOUBLE;
    case UPC_LDOUBLE: return UPC_STRIDE_LDOUBLE;
    default: return UPC_STRIDE_NO_VALUE;
  }
}

size_t upc_stride_type_bytes(upc_type_t type) {
  static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, sizeof(float), sizeof(double), sizeof(long double)};
  return bytes[upc_stride_value_kind(type)];
}

int upc_stride_op_fits(upc_op_t op, upc_type_t type) {
  int real = type == UPC_FLOAT || type == UPC_DOUBLE || type == UPC_LDOUBLE;
  if (op == UPC_AND || op == UPC_OR || op == UPC_XOR) return !real;
  return op == UPC_ADD || op == UPC_MULT || op == UPC_LOGAND || op == UPC_LOGOR || op == UPC_MIN || op == UPC_MAX ||
         op == UPC_FUNC || op == UPC_NONCOMM_FUNC;
}

char *upc_stride_at_line(char *space) {
  return space + upc_stride_to_line(space);
}

void upc_stride_combine(const upc_stride_values_t *v, const void *in, void *inout, size_t n) {
  if (v->func != NULL) {
    v->func(in, inout, n);
    return;
  }
  switch (upc_stride_value_kind(v->type)) {
    case UPC_STRIDE_INT8: of_int8(v->op, in, inout, n); break;
    case UPC_STRIDE_UINT8: of_uint8(v->op, in, inout, n); break;
    case UPC_STRIDE_INT16: of_int16(v->op, in, inout, n); break;
    case UPC_STRIDE_UINT16: of_uint16(v->op, in, inout, n); break;
    case UPC_STRIDE_INT32: of_int32(v->op, in, inout, n); break;
    case UPC_STRIDE_UINT32: of_uint32(v->op, in, inout, n); break;
    case UPC_STRIDE_INT64: of_int64(v->op, in, inout, n); break;
    case UPC_STRIDE_UINT64: of_uint64(v->op, in, inout, n); break;
    case UPC_STRIDE_FLOAT: of_float(v->op, in, inout, n); break;
    case UPC_STRIDE_DOUBLE: of_double(v->op, in, inout, n); break;
    case UPC_STRIDE_LDOUBLE: of_ldouble(v->op, in, inout, n); break;
    case UPC_STRIDE_NO_VALUE: break;
  }
}
