/* SPDX-License-Identifier: BSD-3-Clause
 * Values with their indices: explained in located.h. */
#include "plan/located.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* -1, 0 or 1: the first comes before, the order does not tell, it comes after. A NaN comes first, -0 before +0. */
static int order_of_reals(long double a, long double b) {
  if (isnan(a) || isnan(b)) return !isnan(a) - !isnan(b);
  if (a == b) return !signbit(a) - !signbit(b);
  return a < b ? -1 : 1;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))
#define ORDER_REALS(a, b) order_of_reals(a, b)

/* In place of `inout` stands `in` where it comes first. Two NaNs of one index are told apart by their bits, so that the
 * result is the same in whatever order elements are combined. */
#define COMBINE(name, T, order, minus)                                                             \
  typedef struct { T value; long long index; } name##_t;                                           \
  static void name(int least, const name##_t *restrict in, name##_t *restrict inout, size_t n) {   \
    size_t i;                                                                                      \
    for (i = 0; i < n; i++) {                                                                      \
      const T a = in[i].value, b = inout[i].value;                                                 \
      const long long x = in[i].index, y = inout[i].index;                                         \
      int first = least ? order(a, b) : minus;                                                     \
      if (first == 0) first = x == y ? memcmp(&a, &b, sizeof a) : ORDER(x, y);                     \
      if (first < 0) inout[i] = in[i];                                                             \
    }                                                                                              \
  }
#define COMBINE_WHOLE(name, T) COMBINE(name, T, ORDER, ORDER(b, a))
#define COMBINE_REAL(name, T) COMBINE(name, T, ORDER_REALS, order_of_reals(-a, -b))

COMBINE_WHOLE(of_int8, int8_t)
COMBINE_WHOLE(of_uint8, uint8_t)
COMBINE_WHOLE(of_int16, int16_t)
COMBINE_WHOLE(of_uint16, uint16_t)
COMBINE_WHOLE(of_int32, int32_t)
COMBINE_WHOLE(of_uint32, uint32_t)
COMBINE_WHOLE(of_int64, int64_t)
COMBINE_WHOLE(of_uint64, uint64_t)
COMBINE_REAL(of_float, float)
COMBINE_REAL(of_double, double)
COMBINE_REAL(of_ldouble, long double)

size_t upc_stride_located_bytes(upc_stride_value_kind_t kind) {
  switch (kind) {
    case UPC_STRIDE_INT8: case UPC_STRIDE_UINT8: return sizeof(of_int8_t);
    case UPC_STRIDE_INT16: case UPC_STRIDE_UINT16: return sizeof(of_int16_t);
    case UPC_STRIDE_INT32: case UPC_STRIDE_UINT32: return sizeof(of_int32_t);
    case UPC_STRIDE_INT64: case UPC_STRIDE_UINT64: return sizeof(of_int64_t);
    case UPC_STRIDE_FLOAT: return sizeof(of_float_t);
    case UPC_STRIDE_DOUBLE: return sizeof(of_double_t);
    case UPC_STRIDE_LDOUBLE: return sizeof(of_ldouble_t);
    default: return 0;
  }
}

void upc_stride_combine_located(upc_stride_value_kind_t kind, int least, const void *in, void *inout, size_t n) {
  switch (kind) {
    case UPC_STRIDE_INT8: of_int8(least, in, inout, n); break;
    case UPC_STRIDE_UINT8: of_uint8(least, in, inout, n); break;
    case UPC_STRIDE_INT16: of_int16(least, in, inout, n); break;
    case UPC_STRIDE_UINT16: of_uint16(least, in, inout, n); break;
    case UPC_STRIDE_INT32: of_int32(least, in, inout, n); break;
    case UPC_STRIDE_UINT32: of_uint32(least, in, inout, n); break;
    case UPC_STRIDE_INT64: of_int64(least, in, inout, n); break;
    case UPC_STRIDE_UINT64: of_uint64(least, in, inout, n); break;
    case UPC_STRIDE_FLOAT: of_float(least, in, inout, n); break;
    case UPC_STRIDE_DOUBLE: of_double(least, in, inout, n); break;
    case UPC_STRIDE_LDOUBLE: of_ldouble(least, in, inout, n); break;
    default: break;
  }
}
