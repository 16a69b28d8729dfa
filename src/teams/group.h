/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups: the members of a call with two ends in one order. First come the members of the destination's team in its
 * order, then those that are only in the source's team, by thread number. Where both ends have the same owners, or one
 * end is a place on a member, there are no others and nothing is listed. A group may also be a list alone. */
#ifndef UPC_STRIDE_GROUP_H
#define UPC_STRIDE_GROUP_H

#include "teams/team.h"

typedef struct upc_stride_group {
  const upc_stride_team_t *team;   /* or null */
  int n;                           /* members */
  int *others, count;              /* those that are not in `team`, ascending */
} upc_stride_group_t;

/* The team's members and then, without those that are members already, another team's or one more thread. */
void upc_stride_group_teams(upc_stride_group_t *G, const upc_stride_team_t *team, const upc_stride_team_t *other);
void upc_stride_group_thread_too(upc_stride_group_t *G, const upc_stride_team_t *team, int thread);
void upc_stride_group_empty(upc_stride_group_t *G);
void upc_stride_group_add(upc_stride_group_t *G, int thread);
void upc_stride_group_end(upc_stride_group_t *G);

int upc_stride_group_thread(const upc_stride_group_t *G, int rank);
void upc_stride_group_round(const upc_stride_group_t *G, int rank, int n, int *threads); /* as upc_stride_team_round */
int upc_stride_group_rank(const upc_stride_group_t *G, int thread); /* -1 outside */

#endif
