/* SPDX-License-Identifier: BSD-3-Clause
 * What the reductions have in common. Each works on k blocks of `bytes` bytes of values, told apart by position. */
#ifndef UPC_STRIDE_REDUCE_H
#define UPC_STRIDE_REDUCE_H

#include "operations.h"
#include "plan/values.h"
#include "walk.h"

/* Where a block is: by address if its owner is near, else as shared memory. */
typedef struct upc_stride_spot {
  char *near;
  shared [] char *far;
} upc_stride_spot_t;

/* The values of a call, looked at; the plan's `extra`. */
upc_stride_values_t *upc_stride_check_values(upc_stride_plan_t *P, const upc_stride_args_t *args);
void upc_stride_check_fit(const upc_stride_plan_t *P, const char *argument, const upc_stride_picks_t *picks);

/* The spots of a section's blocks, by position; or of one place. */
upc_stride_spot_t *upc_stride_spots(upc_stride_plan_t *P, const upc_stride_base_t *base, const upc_stride_end_t *end,
                                    size_t *count);

/* The result, in the buffer at `at`, to the caller's own blocks of dst, or to its place. */
void upc_stride_deliver(upc_stride_plan_t *P, size_t at);

/* ---- the schedules ---- */
void upc_stride_reduce_flat(upc_stride_plan_t *P, const upc_stride_group_t *G, int prefix);
void upc_stride_reduce_slices(upc_stride_plan_t *P, const upc_stride_group_t *G, int prefix);
void upc_stride_reduce_last_arriver(upc_stride_plan_t *P, const upc_stride_group_t *G, int prefix);
size_t upc_stride_reduce_up(upc_stride_plan_t *P, const upc_stride_tree_position_t *w); /* where the result is at the root */
void upc_stride_reduce_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                            const upc_stride_choice_t *choice);
void upc_stride_reduce_all_tree(upc_stride_plan_t *P, const upc_stride_group_t *G, const upc_stride_team_t *to,
                                const upc_stride_team_t *from, const upc_stride_choice_t *choice);

#endif
