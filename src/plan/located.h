/* SPDX-License-Identifier: BSD-3-Clause
 * Values with their indices: what UPC_STRIDE_MINLOC and UPC_STRIDE_MAXLOC combine. An element is
 * struct { T value; long long index; }, as the compiler lays it out. */
#ifndef UPC_STRIDE_LOCATED_H
#define UPC_STRIDE_LOCATED_H

#include "plan/value_kind.h"

#include <stddef.h>

size_t upc_stride_located_bytes(upc_stride_value_kind_t kind); /* of an element; 0: there is none with such values */

/* The element that comes first: with the least value, or the largest one. Their order is that of UPC_MIN or UPC_MAX. Of
 * equal values the one with the lower index comes first. */
void upc_stride_combine_located(upc_stride_value_kind_t kind, int least, const void *in, void *inout, size_t n);

#endif
