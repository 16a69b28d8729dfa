/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checked mode (UPC_STRIDE_CHECK=1): what only the team can see.
 *
 * Every caller of every call, no-op or not, writes a *record* of it, its arguments as text, into its *log* in shared
 * memory. Members of a team then send each other the record's hash, before anything else happens in the call. A member
 * that finds another hash than its own reads the other's record, says which argument differs, and ends the program.
 * A member that waits for such a message checks whether it can still come (deadlock.upc).
 * Each thread also checks its own memory: what the call writes there must be neither read nor written otherwise.
 */
#ifndef UPC_STRIDE_CHECKED_H
#define UPC_STRIDE_CHECKED_H

#include "plan/plan.h"

/* The first steps of a plan: the comparison with all other members. */
void upc_stride_plan_check(upc_stride_plan_t *P, const upc_stride_group_t *G);

#endif
