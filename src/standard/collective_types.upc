/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, computation. */
#include "standard/collective_types.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#define REDUCTIONS(T, type, letter)                                                                          \
  UPC_STRIDE_APPLIES(T, letter)                                                                              \
  UPC_STRIDE_REDUCTION(T, type, letter, upc_all_reduce##letter, upc_stride_all_reduce)                       \
  UPC_STRIDE_REDUCTION(T, type, letter, upc_all_prefix_reduce##letter, upc_stride_all_prefix_reduce)

UPC_STRIDE_FOR_TYPES(REDUCTIONS)

#endif
