/* SPDX-License-Identifier: BSD-3-Clause
 * The kinds of values. */
#ifndef UPC_STRIDE_VALUE_KIND_H
#define UPC_STRIDE_VALUE_KIND_H

/* What a value is in memory: types of one size and sign are the same. NO_VALUE: it is no type of values. Those after
 * LDOUBLE are for reductions alone. */
typedef enum upc_stride_value_kind {
  UPC_STRIDE_NO_VALUE, UPC_STRIDE_INT8, UPC_STRIDE_UINT8, UPC_STRIDE_INT16, UPC_STRIDE_UINT16, UPC_STRIDE_INT32,
  UPC_STRIDE_UINT32, UPC_STRIDE_INT64, UPC_STRIDE_UINT64, UPC_STRIDE_FLOAT, UPC_STRIDE_DOUBLE, UPC_STRIDE_LDOUBLE,
  UPC_STRIDE_A_FLOAT16, UPC_STRIDE_A_INT128, UPC_STRIDE_A_UINT128, UPC_STRIDE_TWO_FLOATS, UPC_STRIDE_TWO_DOUBLES,
  UPC_STRIDE_TWO_LDOUBLES
} upc_stride_value_kind_t;

#endif
