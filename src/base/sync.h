/* SPDX-License-Identifier: BSD-3-Clause
 * How strictly a call is synchronised at its start and at its end. */
#ifndef UPC_STRIDE_SYNC_H
#define UPC_STRIDE_SYNC_H

enum { UPC_STRIDE_NO, UPC_STRIDE_MY, UPC_STRIDE_ALL_MEMBERS };
typedef struct upc_stride_sync {
  int in, out;
} upc_stride_sync_t;

#endif
