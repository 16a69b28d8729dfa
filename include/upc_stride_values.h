/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_values.h: operations and types of values that upc_types.h does not have. For UPC and C alike; the manual
 * says which call takes which. */
#ifndef UPC_STRIDE_VALUES_NAMES_H
#define UPC_STRIDE_VALUES_NAMES_H

/* Operations. An update that assigns; reductions of pairs, whose elements are struct { T value; long long index; }. */
#define UPC_STRIDE_PUT 0x8000000UL
#define UPC_STRIDE_MINLOC 0x20000000UL
#define UPC_STRIDE_MAXLOC 0x10000000UL

/* Types: complex numbers, which are two reals; integers of 128 bits and reals of 16, if the compiler has them. */
#define UPC_STRIDE_COMPLEX_FLOAT 0x100001
#define UPC_STRIDE_COMPLEX_DOUBLE 0x100002
#define UPC_STRIDE_COMPLEX_LDOUBLE 0x100003
#define UPC_STRIDE_INT128 0x100004
#define UPC_STRIDE_UINT128 0x100005
#define UPC_STRIDE_FLOAT16 0x100006

/* Sums, minima and maxima of single numbers (upc_stride_sum): the function for the number's type. In C
 * upc_stride_places.h has the line of the program noted. */
#define upc_stride_combined(x, op)                                                                              \
  UPC_STRIDE_COMBINED_AT(                                                                                       \
      op,                                                                                                       \
      _Generic((x), int: upc_stride_combine_int, unsigned: upc_stride_combine_unsigned,                         \
               long: upc_stride_combine_long, unsigned long: upc_stride_combine_ulong,                          \
               long long: upc_stride_combine_llong, unsigned long long: upc_stride_combine_ullong,              \
               float: upc_stride_combine_float, double: upc_stride_combine_double)((x), (op)))
#define UPC_STRIDE_COMBINED_AT(op, call) call

/* The same of an expression in i, which goes from 0 to count - 1 on each thread. */
#if defined __GNUC__ && !defined __cplusplus
#include <limits.h>
#include <stddef.h>
#define upc_stride_sum_over(i, count, x) upc_stride_over(i, count, x, UPC_ADD, 0, (upc_stride_all_ += upc_stride_x_))
#define upc_stride_min_over(i, count, x)                                                                        \
  upc_stride_over(i, count, x, UPC_MIN, UPC_STRIDE_GREATEST(x),                                                 \
                  upc_stride_take(upc_stride_x_ < upc_stride_all_, upc_stride_x_))
#define upc_stride_max_over(i, count, x)                                                                        \
  upc_stride_over(i, count, x, UPC_MAX, UPC_STRIDE_LEAST(x),                                                    \
                  upc_stride_take(upc_stride_x_ > upc_stride_all_, upc_stride_all_))

/* What these are made of. A number that is none is the result, and -0 is less than 0: `low` is the one of two equal
 * numbers that must not stay if it is -0, or must be taken. */
#define upc_stride_over(i, count, x, op, first, combine)                                                        \
  __extension__({                                                                                               \
    size_t i = 0;                                                                                               \
    const size_t upc_stride_n_ = (count);                                                                       \
    __typeof__((x) + 0) upc_stride_all_ = (first), upc_stride_x_;                                               \
    for (; i < upc_stride_n_; i++) upc_stride_x_ = (x), combine;                                                \
    upc_stride_combined(upc_stride_all_, op);                                                                   \
  })
#define upc_stride_take(better, low)                                                                            \
  ((better) || __builtin_isnan((double)upc_stride_x_) ||                                                        \
           (upc_stride_x_ == upc_stride_all_ && __builtin_signbit((double)(low)))                               \
       ? (void)(upc_stride_all_ = upc_stride_x_)                                                                \
       : (void)0)
#define UPC_STRIDE_LEAST(x)                                                                                     \
  _Generic((x) + 0, int: INT_MIN, unsigned: 0u, long: LONG_MIN, unsigned long: 0ul, long long: LLONG_MIN,       \
           unsigned long long: 0ull, float: -__builtin_inff(), double: -__builtin_inf())
#define UPC_STRIDE_GREATEST(x)                                                                                  \
  _Generic((x) + 0, int: INT_MAX, unsigned: UINT_MAX, long: LONG_MAX, unsigned long: ULONG_MAX,                 \
           long long: LLONG_MAX, unsigned long long: ULLONG_MAX, float: __builtin_inff(),                       \
           double: __builtin_inf())
#endif

#endif
