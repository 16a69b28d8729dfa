/* SPDX-License-Identifier: BSD-3-Clause
 * What every schedule of an exchange is given. */
#ifndef UPC_STRIDE_EXCHANGE_H
#define UPC_STRIDE_EXCHANGE_H

#include "check.h"
#include "pack.h"

typedef struct upc_stride_exchange {
  upc_stride_side_t dst, src;
  int same;                      /* 1: both sections have the same owners; the same answer on every member */
  size_t len;
  upc_stride_sync_t sync;
} upc_stride_exchange_t;

void upc_stride_exchange_pairwise(const upc_stride_exchange_t *x);

#endif
