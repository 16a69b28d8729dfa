/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds: the order in which each two members of a team meet. v[r] is a distance on each side of the
 * team, on which one goes on from the last place to the first. In round r every member sends to the member at distance
 * v[r] from it, and receives from the member at distance -v[r]. So in a round no two members send to the same member,
 * and each link of a direction has the same load.
 *
 * Rounds come in fours: v, -v, v + h and -(v + h), where h is half way round on every side. A ring of n places then
 * carries, per link, n / 2 messages of four rounds together in each direction, since the distances x, -x, x + n/2 and
 * -x - n/2 add up so, whatever x is. So any four rounds load all links of a ring alike and in both directions, and the
 * links of the longest ring, which bound an exchange, are never idle. This is exact if all sizes are multiples of four.
 * In a ring of 6 or 10 every other link has one message more, of those that go half way round. There the fours come in
 * an order in which such distances of X, of Y and of Z are spread evenly.
 *
 *   ring of 8    0 4    1 7 5 3    2 6
 */
#ifndef UPC_STRIDE_ROUNDS_H
#define UPC_STRIDE_ROUNDS_H

#include "trees/tree.h"
#include "teams/team.h"

/* For each round from 0 (the member itself) to members-1: the ranks that a member sends to and receives from. On no
 * torus that is the r-th behind it, and the r-th before it. */
void upc_stride_rounds(const upc_stride_topology_t *G, int rank, int *to, int *from);

/* The members of a group in an order in which they are close to each other on the torus. Every member computes the
 * same order. A group that is no team on a torus keeps its own order.
 *
 * Example, a team on rings of 2 x 4:
 *
 *   row-major    00 01 02 03 10 11 12 13     steps by powers of two keep to one dimension
 *   along        00 01 02 03 13 12 11 10     each is next to the previous one, and the last to the first */

typedef enum upc_stride_order { UPC_STRIDE_ROW_MAJOR, UPC_STRIDE_ALONG } upc_stride_order_t;

/* 1 if the group is a team on a torus: only then does its order differ. */
int upc_stride_has_order(const upc_stride_group_t *G);

/* The threads of all G->n members; returns the place of one of them. */
int upc_stride_order_group(const upc_stride_group_t *G, upc_stride_order_t order, int of, int *threads);

#endif
