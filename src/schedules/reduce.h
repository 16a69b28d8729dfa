/* SPDX-License-Identifier: BSD-3-Clause
 * What the schedules of reductions have in common. Each works on k blocks of `bytes` bytes of values, numbered by their
 * positions in the section. */
#ifndef UPC_STRIDE_REDUCE_H
#define UPC_STRIDE_REDUCE_H

#include "engine/call.h"
#include "plan/values.h"
#include "schedules/schedule.h"

/* Where a block is: by address if its owner is near, else as shared memory. */
typedef struct upc_stride_spot {
  char *near;
  shared [] char *far;
} upc_stride_spot_t;

/* The spots of a section's blocks, by position; or of one place. */
upc_stride_spot_t *upc_stride_spots(upc_stride_plan_t *P, const upc_stride_base_t *base, const upc_stride_end_t *end,
                                    size_t *count);

/* Copies the result, in the buffer at `at`, to the caller's own blocks of dst, or to its place. */
void upc_stride_deliver(upc_stride_plan_t *P, size_t at);

/* Combines the caller's slice of blocks of which some are far (slices_far.upc). */
void upc_stride_plan_far_slice(upc_stride_plan_t *P);

/* Reduces up a tree. Returns where the result is in the buffer; it is complete at the root (reduce_tree.upc). */
size_t upc_stride_reduce_up(const upc_stride_task_t *task);

#endif
