/* SPDX-License-Identifier: BSD-3-Clause
 * What operations and schedules have in common: each schedule is a function that writes a plan. */
#ifndef UPC_STRIDE_OPERATIONS_H
#define UPC_STRIDE_OPERATIONS_H

#include "schedules/choose.h"
#include "plan/plan.h"
#include "engine/call.h"

/* Called before the first plan is made, and before main if the runtime allows: the values of environment variables are
 * checked, and this thread's channels are opened. */
void upc_stride_start(void);

/* First part of every build: the section's argument looked at, its blocks into the flow's end. */
void upc_stride_check_end(upc_stride_plan_t *P, const char *argument, const upc_stride_section_t *S,
                          upc_stride_end_t *end);
void upc_stride_check_place(upc_stride_plan_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end);
int upc_stride_owns(const upc_stride_end_t *end); /* 1 where the caller has a block, or the place */

/* The schedule for a team, of all members G and with trees over T; the first of them says so under
 * UPC_STRIDE_VERBOSE. In checked mode members compare their arguments before anything else. */
void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_plan_t *P, const upc_stride_team_t *T,
                           const upc_stride_group_t *G, size_t bytes, int ordered);

/* ---- the schedules ---- */
void upc_stride_broadcast_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                               const upc_stride_choice_t *choice);
void upc_stride_broadcast_shared(upc_stride_plan_t *P, const upc_stride_team_t *T, int root);
void upc_stride_scatter_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                             const upc_stride_choice_t *choice);
void upc_stride_gather_tree(upc_stride_plan_t *P, const upc_stride_team_t *T, int root,
                            const upc_stride_choice_t *choice);
void upc_stride_flow_pairwise(upc_stride_plan_t *P, const upc_stride_group_t *G, int push);
void upc_stride_flow_bruck(upc_stride_plan_t *P, const upc_stride_group_t *G);
void upc_stride_gather_all_bruck(upc_stride_plan_t *P, const upc_stride_group_t *G);
void upc_stride_flow_hierarchical(upc_stride_plan_t *P, const upc_stride_group_t *G);
void upc_stride_flow_last_arriver(upc_stride_plan_t *P, const upc_stride_group_t *G);
void upc_stride_flow_by(upc_stride_plan_t *P, const upc_stride_group_t *G, const upc_stride_choice_t *choice);

#endif
