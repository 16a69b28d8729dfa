/* SPDX-License-Identifier: BSD-3-Clause
 * Combining values: one function for each kind of value, a loop in it for each operation. */
#include "plan/values.h"
#include "plan/located.h"
#include "base/has_data.h"
#include "base/line.h"
#include "base/of_thread.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <upc_collective.h> /* UPC_FUNC: make/c_constants has these headers for plain C */

/* No other operator has their bits, with any compiler's headers. Else this does not compile. */
#define OF_OTHERS                                                                                               \
  (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX | UPC_FUNC | \
   UPC_NONCOMM_FUNC)
typedef char our_bits_are_free[(OF_OTHERS & (UPC_STRIDE_PUT | UPC_STRIDE_MINLOC | UPC_STRIDE_MAXLOC)) == 0 ? 1 : -1];

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

#define COMBINE_WHOLE(name, T, wide)                                                  \
  static void name(upc_op_t op, const T *restrict in, T *restrict inout, size_t n) {  \
    size_t i;                                                                         \
    switch (op) { ARITHMETIC(wide); WHOLE; }                                          \
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

COMBINE_WHOLE(of_int8, int8_t, unsigned long long)
COMBINE_WHOLE(of_uint8, uint8_t, unsigned long long)
COMBINE_WHOLE(of_int16, int16_t, unsigned long long)
COMBINE_WHOLE(of_uint16, uint16_t, unsigned long long)
COMBINE_WHOLE(of_int32, int32_t, unsigned long long)
COMBINE_WHOLE(of_uint32, uint32_t, unsigned long long)
COMBINE_WHOLE(of_int64, int64_t, unsigned long long)
COMBINE_WHOLE(of_uint64, uint64_t, unsigned long long)
COMBINE_REAL(of_float, float, float_min, float_max)
COMBINE_REAL(of_double, double, double_min, double_max)
COMBINE_REAL(of_ldouble, long double, ldouble_min, ldouble_max)

/* The compiler's own types. Elements of 16 bytes may lie at any 8. */
#ifdef __FLT16_MAX__
__extension__ typedef _Float16 float16_t;
static inline float16_t float16_min(float16_t a, float16_t b) { BITS_OF_MINIMUM(uint16_t); }
static inline float16_t float16_max(float16_t a, float16_t b) { return -float16_min(-a, -b); }
COMBINE_REAL(of_float16, float16_t, float16_min, float16_max)
enum { FLOAT16_BYTES = sizeof(float16_t) };
#else
enum { FLOAT16_BYTES = 0 };
#endif
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide_t __attribute__((aligned(8)));
__extension__ typedef unsigned __int128 unsigned_wide_t __attribute__((aligned(8)));
COMBINE_WHOLE(of_int128, wide_t, unsigned_wide_t)
COMBINE_WHOLE(of_uint128, unsigned_wide_t, unsigned_wide_t)
enum { WIDE_BYTES = sizeof(wide_t) };
#else
enum { WIDE_BYTES = 0 };
#endif

/* Complex numbers. */
#define COMBINE_COMPLEX(name, T)                                                      \
  typedef struct { T re, im; } name##_t;                                              \
  static void name(upc_op_t op, const name##_t *restrict in, name##_t *restrict inout, size_t n) { \
    size_t i;                                                                         \
    for (i = 0; i < n; i++) {                                                         \
      const name##_t a = in[i], b = inout[i];                                         \
      inout[i].re = op == UPC_ADD ? a.re + b.re : a.re * b.re - a.im * b.im;          \
      inout[i].im = op == UPC_ADD ? a.im + b.im : a.re * b.im + a.im * b.re;          \
    }                                                                                 \
  }
COMBINE_COMPLEX(of_floats, float)
COMBINE_COMPLEX(of_doubles, double)
COMBINE_COMPLEX(of_ldoubles, long double)

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
    case UPC_STRIDE_FLOAT16: return UPC_STRIDE_A_FLOAT16;
    case UPC_STRIDE_INT128: return UPC_STRIDE_A_INT128;
    case UPC_STRIDE_UINT128: return UPC_STRIDE_A_UINT128;
    case UPC_STRIDE_COMPLEX_FLOAT: return UPC_STRIDE_TWO_FLOATS;
    case UPC_STRIDE_COMPLEX_DOUBLE: return UPC_STRIDE_TWO_DOUBLES;
    case UPC_STRIDE_COMPLEX_LDOUBLE: return UPC_STRIDE_TWO_LDOUBLES;
    default: return UPC_STRIDE_NO_VALUE;
  }
}

size_t upc_stride_type_bytes(upc_type_t type) {
  static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, sizeof(float), sizeof(double), sizeof(long double),
                                 FLOAT16_BYTES, WIDE_BYTES, WIDE_BYTES, sizeof(of_floats_t), sizeof(of_doubles_t),
                                 sizeof(of_ldoubles_t)};
  return bytes[upc_stride_value_kind(type)];
}

static int is_located(upc_op_t op) { return op == UPC_STRIDE_MINLOC || op == UPC_STRIDE_MAXLOC; }

size_t upc_stride_operand_bytes(upc_op_t op, upc_type_t type) {
  return is_located(op) ? upc_stride_located_bytes(upc_stride_value_kind(type)) : upc_stride_type_bytes(type);
}

int upc_stride_is_basic(upc_type_t type) {
  upc_stride_value_kind_t kind = upc_stride_value_kind(type);
  return kind > UPC_STRIDE_NO_VALUE && kind <= UPC_STRIDE_LDOUBLE;
}

static int is_complex(upc_stride_value_kind_t kind) { return kind >= UPC_STRIDE_TWO_FLOATS; }
int upc_stride_is_complex(upc_type_t type) { return is_complex(upc_stride_value_kind(type)); }

static int is_real(upc_stride_value_kind_t kind) {
  return (kind >= UPC_STRIDE_FLOAT && kind <= UPC_STRIDE_A_FLOAT16) || is_complex(kind);
}

int upc_stride_op_fits(upc_op_t op, upc_type_t type) {
  upc_stride_value_kind_t kind = upc_stride_value_kind(type);
  if (op == UPC_ADD || op == UPC_MULT || op == UPC_FUNC || op == UPC_NONCOMM_FUNC) return 1;
  if (op == UPC_AND || op == UPC_OR || op == UPC_XOR) return !is_real(kind);
  if (is_located(op)) return upc_stride_located_bytes(kind) > 0;
  return !is_complex(kind) && (op == UPC_LOGAND || op == UPC_LOGOR || op == UPC_MIN || op == UPC_MAX);
}

char *upc_stride_at_line(char *space) {
  return space + upc_stride_to_line(space);
}

static UPC_STRIDE_OF_THREAD void (*has_combined)(size_t bytes); /* or null */

void upc_stride_tell_combined(void (*told)(size_t bytes)) { has_combined = told; }

void upc_stride_note_combined(size_t bytes) {
  if (has_combined != NULL) has_combined(bytes);
}

void upc_stride_combine(const upc_stride_values_t *v, const void *in, void *inout, size_t n) {
  if (v->func != NULL || v->with != NULL) {
    if (v->func != NULL) v->func(in, inout, n * (v->size / upc_stride_type_bytes(v->type)));
    else v->with(in, inout, n, v->context);
    return;
  }
  upc_stride_note_combined(n * v->size);
  if (!upc_stride_both_have_data(in, inout)) return;
  if (is_located(v->op)) {
    upc_stride_combine_located(upc_stride_value_kind(v->type), v->op == UPC_STRIDE_MINLOC, in, inout, n);
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
#ifdef __FLT16_MAX__
    case UPC_STRIDE_A_FLOAT16: of_float16(v->op, in, inout, n); break;
#endif
#ifdef __SIZEOF_INT128__
    case UPC_STRIDE_A_INT128: of_int128(v->op, in, inout, n); break;
    case UPC_STRIDE_A_UINT128: of_uint128(v->op, in, inout, n); break;
#endif
    case UPC_STRIDE_TWO_FLOATS: of_floats(v->op, in, inout, n); break;
    case UPC_STRIDE_TWO_DOUBLES: of_doubles(v->op, in, inout, n); break;
    case UPC_STRIDE_TWO_LDOUBLES: of_ldoubles(v->op, in, inout, n); break;
    default: break;
  }
}

int upc_stride_order_is_free(const upc_stride_values_t *v) {
  return v->func == NULL && v->with == NULL && !(v->op == UPC_MULT && upc_stride_is_complex(v->type));
}

int upc_stride_changes_one(const upc_stride_values_t *v) {
  return v->func == NULL && v->with == NULL && (v->op == UPC_LOGAND || v->op == UPC_LOGOR);
}

/* A piece at a time: the operands of a loop are not the same memory. */
void upc_stride_combine_one(const upc_stride_values_t *v, void *inout, size_t n) {
  unsigned char copy[64 * sizeof(long double)];
  size_t i, some;
  if (!upc_stride_changes_one(v)) return;
  for (i = 0; i < n; i += some) {
    char *part = (char *)inout + i * v->size;
    some = n - i < 64 ? n - i : 64;
    upc_stride_copy_bytes(copy, part, some * v->size);
    upc_stride_combine(v, copy, part, some);
  }
}
