/* SPDX-License-Identifier: BSD-3-Clause
 * Names of the library's operations. */
#ifndef UPC_STRIDE_OPERATION_NAMES_H
#define UPC_STRIDE_OPERATION_NAMES_H

#include "upc_stride_operation.h"

/* "upc_stride_broadcast"; "UPC_STRIDE_BROADCAST", the variable that forces its schedule. */
const char *upc_stride_operation_name(int operation);
const char *upc_stride_operation_variable(int operation);

#endif
