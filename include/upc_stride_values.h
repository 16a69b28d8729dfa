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

/* Sums, minima and maxima of single numbers (upc_stride_sum): the function for the number's type. */
#define upc_stride_combined(x, op)                                                                              \
  _Generic((x), int: upc_stride_combine_int, unsigned: upc_stride_combine_unsigned,                             \
           long: upc_stride_combine_long, unsigned long: upc_stride_combine_ulong,                              \
           long long: upc_stride_combine_llong, unsigned long long: upc_stride_combine_ullong,                  \
           float: upc_stride_combine_float, double: upc_stride_combine_double)((x), (op))

#endif
