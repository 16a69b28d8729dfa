/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a graph can run: rules that no call can check by itself, since they are about several steps. */
#ifndef UPC_STRIDE_GRAPH_VALID_H
#define UPC_STRIDE_GRAPH_VALID_H

#include "graph_plan/graph.h"

/* 0, with a message, if steps write the same elements without an order, or read what no step before them writes. */
int upc_stride_graph_valid(const upc_stride_graph_t *g, char *complaint);

#endif
