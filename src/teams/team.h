/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Teams: the threads that own blocks of a section, as a value computed by arithmetic. Nothing is registered.
 *
 * With a grid a team is a Cartesian box: per dimension the distinct coordinates of the section's blocks, in the
 * section's order. Ranks are row-major in the box:
 *
 *   12 threads, grid (3,4):  0  1  2  3     section <1:2, 3:-1:0> of 6 x 8 blocks: coordinates (1 2) x (3 2 1 0)
 *                            4  5  6  7     rank    0 1 2 3  4  5 6 7
 *                            8  9 10 11     thread  7 6 5 4 11 10 9 8
 *
 * Without a grid it is a line: the distinct owners in the order in which the section first meets them. A progression
 * of block numbers (consecutive rows, a row, a column) needs no list. Other blocks are listed, in time and memory
 * bounded by the team.
 */
#ifndef UPC_STRIDE_TEAM_H
#define UPC_STRIDE_TEAM_H

#include "base/hash_map.h"
#include "layout/section.h"

typedef struct upc_stride_team {
  const upc_stride_picks_t *picks;
  int n;                            /* members; ranks 0..n-1                                        */
  int ndims;                        /* dimensions of the box; 1 for a line                          */
  int size[UPC_STRIDE_MAX_DIMS];    /* distinct coordinates per dimension                           */
  int *list;                        /* a line that is no progression: thread of each rank, or null  */
  upc_stride_hash_map_t ranks;      /* and a hash map from thread to rank                           */
} upc_stride_team_t;

/* The team of the blocks P picks (at least one); P must live as long. */
void upc_stride_team(upc_stride_team_t *T, const upc_stride_picks_t *P);

/* The team of picked elements: the owners of the blocks they lie in. *blocks is filled in where these are a section,
 * and must live as long. */
void upc_stride_team_of_elements(upc_stride_team_t *T, upc_stride_picks_t *blocks, const upc_stride_picks_t *E);

void upc_stride_team_end(upc_stride_team_t *T);

int upc_stride_team_thread(const upc_stride_team_t *T, int rank);
void upc_stride_team_round(const upc_stride_team_t *T, int rank, int n, int *threads); /* of n successive ranks, the
                                                                                           * first behind the last */
int upc_stride_team_rank(const upc_stride_team_t *T, int thread); /* -1 for a thread outside */

/* 1 where A and B have the same members: a quick answer, 0 also where finding out would take longer. */
int upc_stride_team_equal(const upc_stride_team_t *A, const upc_stride_team_t *B);

/* The rank of the member nearest to a thread outside: least grid distance; on a line, least distance of numbers. */
int upc_stride_team_nearest(const upc_stride_team_t *T, int thread);

/* Groups: the members of a call with two ends in one order. First come the members of the destination's team in its
 * order, then those that are only in the source's team, by thread number. Where both ends have the same owners, or one
 * end is a place on a member, there are no others and nothing is listed. A group may also be a list alone. */

typedef struct upc_stride_group {
  const upc_stride_team_t *team;   /* or null */
  int n;                           /* members */
  int *others, count;              /* those that are not in `team`, ascending */
} upc_stride_group_t;

/* The team's members and then, without those that are members already, another team's or one more thread. */
void upc_stride_group_teams(upc_stride_group_t *G, const upc_stride_team_t *team, const upc_stride_team_t *other);
void upc_stride_group_thread_too(upc_stride_group_t *G, const upc_stride_team_t *team, int thread);
void upc_stride_group_list(upc_stride_group_t *G, const int *threads, int n); /* n > 0 different ones, any order */
void upc_stride_group_end(upc_stride_group_t *G);

int upc_stride_group_thread(const upc_stride_group_t *G, int rank);
void upc_stride_group_round(const upc_stride_group_t *G, int rank, int n, int *threads); /* as upc_stride_team_round */
int upc_stride_group_rank(const upc_stride_group_t *G, int thread); /* -1 outside */

#endif
