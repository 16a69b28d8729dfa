/* SPDX-License-Identifier: BSD-3-Clause
 * Names of the library's operations. */
#include "base/operation.h"

#define ROW(number, variable, name) {variable, "upc_stride_" name},
static const struct {
  const char *variable, *name;
} operations[UPC_STRIDE_OPS] = {UPC_STRIDE_OPERATIONS(ROW)};
#undef ROW

const char *upc_stride_operation_name(int operation) { return operations[operation].name; }
const char *upc_stride_operation_variable(int operation) { return operations[operation].variable; }
