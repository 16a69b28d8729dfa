/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kept plans: programs call the same collective with the same arguments over and over, so a thread keeps its plans
 * for the next such calls. Kept plans are found by a hash of the arguments; the caller compares the arguments
 * themselves.
 *
 * All kept plans of a thread together take at most 32 MB, and at most a 128th of the thread's share of the host's
 * memory (2 threads on a host of 4 GB: 16 MB). This limit is at least 64 KB. Beyond it, the plans that were not used
 * for the longest time are dropped. The latest plan of each operation always stays. A plan that is dropped while calls
 * use it lives until these calls have ended.
 */
#ifndef UPC_STRIDE_KEPT_H
#define UPC_STRIDE_KEPT_H

#include "plan/plan.h"

/* The first kept plan with this hash, or, if `after` is one of them, the next one; null: none. */
upc_stride_plan_t *upc_stride_kept_find(size_t hash, const upc_stride_plan_t *after);

/* Keeps a finished plan, whose hash is set. May drop others. */
void upc_stride_kept_add(upc_stride_plan_t *P);

/* The plan is used now. */
void upc_stride_kept_use(const upc_stride_plan_t *P);

#endif
