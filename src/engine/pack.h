/* SPDX-License-Identifier: BSD-3-Clause
 * Parcels moved: the bottom layer, the only one that looks at how data lies. */
#ifndef UPC_STRIDE_PACK_H
#define UPC_STRIDE_PACK_H

#include "engine/call.h"

/* The parcel of a step, or the part of it that the step says, into contiguous memory or out of it; or straight across,
 * which starts run->transfer where one side is not near. A piece that stays where it is, is left alone. */
void upc_stride_pack(char *to, const upc_stride_call_t *run, const upc_stride_step_t *step);
void upc_stride_unpack(const char *from, const upc_stride_call_t *run, const upc_stride_step_t *step);
void upc_stride_move(upc_stride_call_t *run, const upc_stride_step_t *step);

/* What a step will copy by address is asked for, as far as that fits the wait before it: a hint, which reads nothing. */
void upc_stride_warm(const upc_stride_plan_t *P, const upc_stride_step_t *step);

#endif
