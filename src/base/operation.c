/* SPDX-License-Identifier: BSD-3-Clause
 * Names of the library's operations. */
#include "base/operation.h"

static const struct {
  const char *variable, *name;
} operations[UPC_STRIDE_OPS] = {
  {"UPC_STRIDE_BROADCAST", "upc_stride_broadcast"},     {"UPC_STRIDE_SCATTER", "upc_stride_scatter"},
  {"UPC_STRIDE_GATHER", "upc_stride_gather"},           {"UPC_STRIDE_GATHER_ALL", "upc_stride_gather_all"},
  {"UPC_STRIDE_EXCHANGE", "upc_stride_exchange"},       {"UPC_STRIDE_PERMUTE", "upc_stride_permute"},
  {"UPC_STRIDE_REDUCE", "upc_stride_reduce"},           {"UPC_STRIDE_REDUCE_ALL", "upc_stride_reduce_all"},
  {"UPC_STRIDE_PREFIX_REDUCE", "upc_stride_prefix_reduce"}, {"UPC_STRIDE_COPY", "upc_stride_copy"},
  {"UPC_STRIDE_PREFIX_REDUCE_EXCLUSIVE", "upc_stride_prefix_reduce_exclusive"},
  {"UPC_STRIDE_REDUCE_SCATTER", "upc_stride_reduce_scatter"}, {"UPC_STRIDE_BARRIER", "upc_stride_barrier"},
};

const char *upc_stride_operation_name(int operation) { return operations[operation].name; }
const char *upc_stride_operation_variable(int operation) { return operations[operation].variable; }
