/* SPDX-License-Identifier: BSD-3-Clause
 * Values of a reduction: their types, and combining them. */
#ifndef UPC_STRIDE_VALUES_H
#define UPC_STRIDE_VALUES_H

#include <stddef.h>
#include <upc_types.h>
#include "plan/value_kind.h"
#include "upc_stride_values.h"

/* The kind of a type. */
upc_stride_value_kind_t upc_stride_value_kind(upc_type_t type);

/* Bytes of a value, 0 for what is no type of values, or one that this compiler has not. Bytes of what a reduction
 * combines, which for MINLOC and MAXLOC is a value with its index. 1 where the operation is one, and is for the type. 1
 * for the types of upc_types.h. 1 for complex numbers. */
size_t upc_stride_type_bytes(upc_type_t type);
size_t upc_stride_operand_bytes(upc_op_t op, upc_type_t type);
int upc_stride_is_basic(upc_type_t type);
int upc_stride_is_complex(upc_type_t type);
int upc_stride_op_fits(upc_op_t op, upc_type_t type);

/* Functions of the program, called if they are given. They get whole elements. `count` of the first is in values of the
 * call's type, and an element may have several; that of the second is in elements. */
typedef void upc_stride_func_t(const void *in, void *inout, size_t count);
typedef void upc_stride_func_with_t(const void *in, void *inout, size_t count, void *context);

/* A reduction, as its steps need it. */
typedef struct upc_stride_values {
  upc_op_t op;
  upc_type_t type;
  upc_stride_func_t *func;
  upc_stride_func_with_t *with;       /* the same with a context                                         */
  void *context;
  size_t size, n, bytes;              /* of an element; elements; all of them together                   */
  int ordered;                        /* 1: must be combined in the section's order                      */
  size_t first, count;                /* the caller's slice of the values, where each combines one       */
  char **from, **to;                  /* the blocks of src and of dst, where all are near; `to` null: the place */
  size_t froms, tos;
} upc_stride_values_t;

/* The first cache line that begins in `space`. What the library combines in memory of its own begins there: the vectors
 * of a loop that lie across lines take a quarter more time. The space has UPC_STRIDE_LINE bytes more than it needs. */
char *upc_stride_at_line(char *space);

/* Told how many bytes of values the calls below have combined with others; null: nobody asks. Functions of the program
 * do not count. */
void upc_stride_tell_combined(void (*told)(size_t bytes));
void upc_stride_note_combined(size_t bytes); /* what these calls say */

/* inout[i] = in[i] op inout[i]: `in` is what comes before in the section. Two members that combine the same pair get
 * the same bits only if both give the operands in one order: a product of complex numbers rounds otherwise if they are
 * swapped. UPC_MIN and UPC_MAX are minimum and maximum of IEEE 754-2019: a NaN is the result, and -0 is less than +0.
 * Several NaNs give one that does not depend on their order. So the order of their operands is free. */
void upc_stride_combine(const upc_stride_values_t *v, const void *in, void *inout, size_t n);

/* 1 if the order of the operands is free. A function of the program may round otherwise if they are swapped. */
int upc_stride_order_is_free(const upc_stride_values_t *v);

/* 1 if the result of one block alone differs from its values: of UPC_LOGAND and UPC_LOGOR it is 0 or 1, as of several
 * blocks. Then the block combined with itself is the result, which the last function makes. */
int upc_stride_changes_one(const upc_stride_values_t *v);
void upc_stride_combine_one(const upc_stride_values_t *v, void *inout, size_t n);

/* to[i] = from[0] op .. op from[i], of the library's operations. `to` may be `from`. */
void upc_stride_running(const upc_stride_values_t *v, void *to, const void *from, size_t n);

/* 1 if the type has sums as the next function makes them: a number of 4 or 8 bytes. */
int upc_stride_has_sums(upc_type_t type);

/* to[i][k] = from[i][0][k] + .. + from[i][count - 1][k]. `from` has lines x count x columns values. `to` is other
 * memory, of lines x columns values. A sum begins with 0, so none is -0. */
void upc_stride_sums(upc_type_t type, void *to, const void *from, size_t lines, size_t count, size_t columns);

/* Scaling: what upc_stride_transform does with an element that arrives: to = alpha * from + beta * to. */

typedef struct upc_stride_scaling {
  upc_type_t type;
  size_t size;                        /* bytes of an element                         */
  const void *alpha, *beta;           /* values of this type; null stands for 1 and 0 */
} upc_stride_scaling_t;

/* A value of a type of upc_types.h, exact if it has at most 64 bits. */
long double upc_stride_value(upc_type_t type, const void *value);

/* The type of a complex number's two parts, real and imaginary; of other types it is the type itself. */
upc_type_t upc_stride_part_type(upc_type_t type);

/* 1 if a value of a type of upc_types.h, or a complex one, is this number. */
int upc_stride_value_is(upc_type_t type, const void *value, int number);

/* 1 if the scaling is an assignment: alpha is 1 and beta is 0. */
int upc_stride_scaling_assigns(const upc_stride_scaling_t *u);

/* Scales `count` runs of `bytes` bytes, each a whole number of elements. The strides are counted in bytes. `from` and
 * `to` need no alignment. They may be the same run; otherwise they do not overlap. */
void upc_stride_scale_runs(const upc_stride_scaling_t *u, char *to, long long to_stride, const char *from,
                            long long from_stride, size_t bytes, size_t count);

#endif
