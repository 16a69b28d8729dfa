/* SPDX-License-Identifier: BSD-3-Clause
 * Scaling: what upc_stride_transform does with an element that arrives: to = alpha * from + beta * to. */
#ifndef UPC_STRIDE_SCALING_H
#define UPC_STRIDE_SCALING_H

#include <stddef.h>
#include <upc_types.h>

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
