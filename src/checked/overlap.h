/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UPC_STRIDE_OVERLAP_H
#define UPC_STRIDE_OVERLAP_H

#include "plan/plan.h"

/* Ends the program where pieces overlap in the caller's memory. */
void upc_stride_check_overlap(const upc_stride_plan_t *P, const upc_stride_group_t *G);

#endif
