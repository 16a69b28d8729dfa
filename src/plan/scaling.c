/* SPDX-License-Identifier: BSD-3-Clause
 * Scaling: one function for each size of integers and each floating type. */
#include "plan/values.h"
#include "base/has_data.h"

#include <stdint.h>
#include <string.h>

/* Elements at equal distances, in bytes. */
typedef struct row {
  char *to;
  const char *from;
  long long to_stride, from_stride;
  size_t n;
} row_t;

/* Sets each element to an expression of a, b, x, which arrives, and y, which was there. They are copied to variables,
 * since packed elements may have no alignment. */
#define EACH(T, to_stride, from_stride, expression)                                                       \
  for (; n > 0; n--, to += (to_stride), from += (from_stride)) {                                          \
    memcpy(&x, from, sizeof(T));                                                                          \
    memcpy(&y, to, sizeof(T));                                                                            \
    y = expression;                                                                                       \
    memcpy(to, &y, sizeof(T));                                                                            \
  }

/* As in BLAS, what is multiplied by 0 is not looked at, since it may be a NaN. */
#define FORMS(T, of, to_stride, from_stride)                                                              \
  if (of##_zero(a) && of##_zero(b)) EACH(T, to_stride, from_stride, of##_none())                          \
  else if (of##_zero(a)) EACH(T, to_stride, from_stride, of##_times(b, y))                                \
  else if (of##_zero(b)) EACH(T, to_stride, from_stride, of##_times(a, x))                                \
  else EACH(T, to_stride, from_stride, of##_sum(a, x, b, y))

/* Adjacent elements have loops with strides that the compiler knows; in a transposition those of dst are adjacent. The
 * row is copied to variables, since to a compiler the elements might be the row itself. */
#define SCALE(name, T)                                                                                    \
  static void name(const upc_stride_scaling_t *u, const row_t *r) {                                       \
    T a = name##_one(), b = name##_none(), x, y;                                                          \
    char *to = r->to;                                                                                     \
    const char *from = r->from;                                                                           \
    const long long to_stride = r->to_stride, from_stride = r->from_stride;                               \
    size_t n = r->n;                                                                                      \
    if (u->alpha != NULL) memcpy(&a, u->alpha, sizeof(T));                                                \
    if (u->beta != NULL) memcpy(&b, u->beta, sizeof(T));                                                  \
    if (to_stride == (long long)sizeof(T) && from_stride == (long long)sizeof(T)) {                       \
      FORMS(T, name, (long long)sizeof(T), (long long)sizeof(T))                                          \
    } else if (to_stride == (long long)sizeof(T)) {                                                       \
      FORMS(T, name, (long long)sizeof(T), from_stride)                                                   \
    } else {                                                                                              \
      FORMS(T, name, to_stride, from_stride)                                                              \
    }                                                                                                     \
  }

/* Integers are computed with as unsigned ones, which wrap and do not overflow; signed ones would have the same bits. */
#define SCALE_REAL(name, T, wide)                                                                         \
  static inline T name##_none(void) { return 0; }                                                         \
  static inline T name##_one(void) { return 1; }                                                          \
  static inline int name##_zero(T a) { return a == 0; }                                                   \
  static inline T name##_times(T a, T x) { return (T)((wide)a * (wide)x); }                               \
  static inline T name##_sum(T a, T x, T b, T y) { return (T)((wide)a * (wide)x + (wide)b * (wide)y); }   \
  SCALE(name, T)
SCALE_REAL(of_8, uint8_t, unsigned long long)
SCALE_REAL(of_16, uint16_t, unsigned long long)
SCALE_REAL(of_32, uint32_t, unsigned long long)
SCALE_REAL(of_64, uint64_t, unsigned long long)
SCALE_REAL(of_float, float, float)
SCALE_REAL(of_double, double, double)
SCALE_REAL(of_ldouble, long double, long double)

/* Complex numbers, by their parts: the products of C test for infinities. */
#define SCALE_COMPLEX(name, T)                                                                            \
  typedef struct { T re, im; } name##_t;                                                                  \
  static inline name##_t name##_of(T re, T im) {                                                          \
    name##_t z;                                                                                           \
    z.re = re;                                                                                            \
    z.im = im;                                                                                            \
    return z;                                                                                             \
  }                                                                                                       \
  static inline name##_t name##_none(void) { return name##_of(0, 0); }                                    \
  static inline name##_t name##_one(void) { return name##_of(1, 0); }                                     \
  static inline int name##_zero(name##_t a) { return a.re == 0 && a.im == 0; }                            \
  static inline name##_t name##_times(name##_t a, name##_t x) {                                           \
    return name##_of(a.re * x.re - a.im * x.im, a.re * x.im + a.im * x.re);                               \
  }                                                                                                       \
  static inline name##_t name##_sum(name##_t a, name##_t x, name##_t b, name##_t y) {                     \
    const name##_t ax = name##_times(a, x), by = name##_times(b, y);                                      \
    return name##_of(ax.re + by.re, ax.im + by.im);                                                       \
  }                                                                                                       \
  SCALE(name, name##_t)
SCALE_COMPLEX(of_floats, float)
SCALE_COMPLEX(of_doubles, double)
SCALE_COMPLEX(of_ldoubles, long double)

static void scale_row(const upc_stride_scaling_t *u, const row_t *r) {
  switch (upc_stride_value_kind(u->type)) {
    case UPC_STRIDE_INT8: case UPC_STRIDE_UINT8: of_8(u, r); break;
    case UPC_STRIDE_INT16: case UPC_STRIDE_UINT16: of_16(u, r); break;
    case UPC_STRIDE_INT32: case UPC_STRIDE_UINT32: of_32(u, r); break;
    case UPC_STRIDE_INT64: case UPC_STRIDE_UINT64: of_64(u, r); break;
    case UPC_STRIDE_FLOAT: of_float(u, r); break;
    case UPC_STRIDE_DOUBLE: of_double(u, r); break;
    case UPC_STRIDE_LDOUBLE: of_ldouble(u, r); break;
    case UPC_STRIDE_TWO_FLOATS: of_floats(u, r); break;
    case UPC_STRIDE_TWO_DOUBLES: of_doubles(u, r); break;
    case UPC_STRIDE_TWO_LDOUBLES: of_ldoubles(u, r); break;
    default: break;
  }
}

void upc_stride_scale_runs(const upc_stride_scaling_t *u, char *to, long long to_stride, const char *from,
                           long long from_stride, size_t bytes, size_t count) {
  row_t r;
  if (!upc_stride_both_have_data(to, from)) return;
  r.to = to;
  r.from = from;
  r.to_stride = to_stride;
  r.from_stride = from_stride;
  r.n = count;
  if (bytes == u->size) {
    scale_row(u, &r);
    return;
  }
  r.to_stride = r.from_stride = (long long)u->size;
  r.n = bytes / u->size;
  for (; count > 0; count--, r.to += to_stride, r.from += from_stride) scale_row(u, &r);
}

/* Returns the value, of type T. */
#define READ(T)                                                                                           \
  do {                                                                                                    \
    T x;                                                                                                  \
    memcpy(&x, value, sizeof x);                                                                          \
    return (long double)x;                                                                                \
  } while (0)

long double upc_stride_value(upc_type_t type, const void *value) {
  switch (upc_stride_value_kind(type)) {
    case UPC_STRIDE_INT8: READ(int8_t);
    case UPC_STRIDE_UINT8: READ(uint8_t);
    case UPC_STRIDE_INT16: READ(int16_t);
    case UPC_STRIDE_UINT16: READ(uint16_t);
    case UPC_STRIDE_INT32: READ(int32_t);
    case UPC_STRIDE_UINT32: READ(uint32_t);
    case UPC_STRIDE_INT64: READ(int64_t);
    case UPC_STRIDE_UINT64: READ(uint64_t);
    case UPC_STRIDE_FLOAT: READ(float);
    case UPC_STRIDE_DOUBLE: READ(double);
    default: READ(long double);
  }
}

upc_type_t upc_stride_part_type(upc_type_t type) {
  switch (upc_stride_value_kind(type)) {
    case UPC_STRIDE_TWO_FLOATS: return UPC_FLOAT;
    case UPC_STRIDE_TWO_DOUBLES: return UPC_DOUBLE;
    case UPC_STRIDE_TWO_LDOUBLES: return UPC_LDOUBLE;
    default: return type;
  }
}

int upc_stride_value_is(upc_type_t type, const void *value, int number) {
  const upc_type_t part = upc_stride_part_type(type);
  const char *imaginary = (const char *)value + upc_stride_type_bytes(part);
  return upc_stride_value(part, value) == number && (part == type || upc_stride_value(part, imaginary) == 0);
}

int upc_stride_scaling_assigns(const upc_stride_scaling_t *u) {
  return (u->alpha == NULL || upc_stride_value_is(u->type, u->alpha, 1)) &&
         (u->beta == NULL || upc_stride_value_is(u->type, u->beta, 0));
}
