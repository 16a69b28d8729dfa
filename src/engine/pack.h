/* SPDX-License-Identifier: BSD-3-Clause
 * Packing: the pieces of a step, to contiguous memory or from it. Only these functions know how the pieces lie. */
#ifndef UPC_STRIDE_PACK_H
#define UPC_STRIDE_PACK_H

#include "engine/call.h"

/* The pieces of a step, or the part of them that it names, to contiguous memory or from it; or straight from the
 * source to the destination. A move starts call->transfer if one side is far. A piece that would be copied onto itself
 * stays as it is. */
void upc_stride_pack(char *to, const upc_stride_call_t *call, const upc_stride_step_t *step);
void upc_stride_unpack(const char *from, const upc_stride_call_t *call, const upc_stride_step_t *step);
void upc_stride_move(upc_stride_call_t *call, const upc_stride_step_t *step);

/* Prefetches the first bytes that a step will copy by address: a hint, which reads nothing. */
void upc_stride_warm(const upc_stride_plan_t *P, const upc_stride_step_t *step);

#endif
