/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The members of a group in an order in which they are close to each other on the torus. Every member computes the
 * same order. A group that is no team on a torus keeps its own order.
 *
 * Example, a team on rings of 2 x 4:
 *
 *   row-major    00 01 02 03 10 11 12 13     steps by powers of two keep to one dimension
 *   along        00 01 02 03 13 12 11 10     each is next to the previous one, and the last to the first
 */
#ifndef UPC_STRIDE_GROUP_ORDER_H
#define UPC_STRIDE_GROUP_ORDER_H

#include "teams/group.h"
#include "trees/tree.h"

typedef enum upc_stride_order { UPC_STRIDE_ROW_MAJOR, UPC_STRIDE_ALONG } upc_stride_order_t;

/* 1 if the group is a team on a torus: only then does its order differ. */
int upc_stride_has_order(const upc_stride_group_t *G);

/* The threads of all G->n members; returns the place of one of them. */
int upc_stride_order_group(const upc_stride_group_t *G, upc_stride_order_t order, int of, int *threads);

#endif
