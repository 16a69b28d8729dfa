/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/hooks.h"

#include <stddef.h>

const char *upc_stride_no_call_now = NULL;
