/* SPDX-License-Identifier: BSD-3-Clause
 * The storage of one thread: graph_plan.h tells which boxes share a region. */
#ifndef UPC_STRIDE_GRAPH_REGIONS_H
#define UPC_STRIDE_GRAPH_REGIONS_H

#include "graph_plan/graph_plan.h"

/* The storage that a thread needs; the region of a storage that holds a box, or -1. */
void upc_stride_graph_plan_regions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);
int upc_stride_graph_plan_region_with(const upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box);

/* Where the regions lie, once the moves are known. */
void upc_stride_graph_plan_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);

#endif
