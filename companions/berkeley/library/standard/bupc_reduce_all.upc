/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions whose result goes to all threads (bupc_reduce.h). */
#include "standard/collective_types.h"

#define REDUCTIONS(T, type, letter)                                                                          \
  UPC_STRIDE_APPLIES(T, letter)                                                                              \
  UPC_STRIDE_REDUCTION(T, type, letter, bupc_all_reduce_all##letter, upc_stride_all_reduce_all)

UPC_STRIDE_FOR_TYPES(REDUCTIONS)
