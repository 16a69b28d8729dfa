/* SPDX-License-Identifier: BSD-3-Clause
 * Values of a reduction: their types, and combining them. */
#ifndef UPC_STRIDE_VALUES_H
#define UPC_STRIDE_VALUES_H

#include <stddef.h>
#include <upc_types.h>

/* What a value is in memory: types of one size and sign are the same. NO_VALUE: it is no type of values. */
typedef enum upc_stride_value_kind {
  UPC_STRIDE_NO_VALUE, UPC_STRIDE_INT8, UPC_STRIDE_UINT8, UPC_STRIDE_INT16, UPC_STRIDE_UINT16, UPC_STRIDE_INT32,
  UPC_STRIDE_UINT32, UPC_STRIDE_INT64, UPC_STRIDE_UINT64, UPC_STRIDE_FLOAT, UPC_STRIDE_DOUBLE, UPC_STRIDE_LDOUBLE
} upc_stride_value_kind_t;
upc_stride_value_kind_t upc_stride_value_kind(upc_type_t type);

/* Bytes of a value, 0 for what is no type of values; 1 where the operation is one, and is for the type. */
size_t upc_stride_type_bytes(upc_type_t type);
int upc_stride_op_fits(upc_op_t op, upc_type_t type);

typedef void upc_stride_func_t(const void *in, void *inout, size_t count); /* of the program, called if it is given */

/* A reduction, as its steps need it. */
typedef struct upc_stride_values {
  upc_op_t op;
  upc_type_t type;
  upc_stride_func_t *func;
  size_t size, n, bytes;              /* of a value; values; all of them together                        */
  int ordered;                        /* 1: must be combined in the section's order                      */
  size_t first, count;                /* the caller's slice of the values, where each combines one       */
  char **from, **to;                  /* the blocks of src and of dst, where all are near; `to` null: the place */
  size_t froms, tos;
} upc_stride_values_t;

/* The first cache line that begins in `space`. What the library combines in memory of its own begins there: the vectors
 * of a loop that lie across lines take a quarter more time. The space has UPC_STRIDE_LINE bytes more than it needs. */
char *upc_stride_at_line(char *space);

/* inout[i] = in[i] op inout[i]: `in` is what comes before in the section. Two members that combine the same pair get
 * the same bits only if both give the operands in one order: a product of complex numbers rounds otherwise if they are
 * swapped. UPC_MIN and UPC_MAX are minimum and maximum of IEEE 754-2019: a NaN is the result, and -0 is less than +0.
 * Several NaNs give one that does not depend on their order. So the order of their operands is free. */
void upc_stride_combine(const upc_stride_values_t *v, const void *in, void *inout, size_t n);

/* Scaling: what upc_stride_transform does with an element that arrives: to = alpha * from + beta * to. */

typedef struct upc_stride_scaling {
  upc_type_t type;
  size_t size;                        /* bytes of an element                         */
  const void *alpha, *beta;           /* values of this type; null stands for 1 and 0 */
} upc_stride_scaling_t;

/* A value of a type, exact if it has at most 64 bits. */
long double upc_stride_value(upc_type_t type, const void *value);

/* 1 if the scaling is an assignment: alpha is 1 and beta is 0. */
int upc_stride_scaling_assigns(const upc_stride_scaling_t *u);

/* Scales `count` runs of `bytes` bytes, each a whole number of elements. The strides are counted in bytes. `from` and
 * `to` need no alignment. They may be the same run; otherwise they do not overlap. */
void upc_stride_scale_runs(const upc_stride_scaling_t *u, char *to, long long to_stride, const char *from,
                            long long from_stride, size_t bytes, size_t count);

#endif
