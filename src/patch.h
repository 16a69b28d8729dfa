/* SPDX-License-Identifier: BSD-3-Clause
 * Patches in flight. */
#ifndef UPC_STRIDE_PATCH_H
#define UPC_STRIDE_PATCH_H

#include "upc_stride_coll.h"

/* Split-phase patches: 1 for a handle of one. Test and wait as those of a call. */
int upc_stride_patch_in_flight(upc_stride_handle_t handle);
int upc_stride_patch_test(upc_stride_handle_t handle);
void upc_stride_patch_wait(upc_stride_handle_t handle);

#endif
