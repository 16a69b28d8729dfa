/* SPDX-License-Identifier: BSD-3-Clause
 * The calls as functions, for compilers that do not inline them and for pointers to them. */
#define UPC_STRIDE_CALLS_HERE
#include "upc_stride_coll.h"
