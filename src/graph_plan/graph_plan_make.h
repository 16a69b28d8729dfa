/* SPDX-License-Identifier: BSD-3-Clause
 * Makes plans. All threads can make the plan of any thread. */
#ifndef UPC_STRIDE_GRAPH_PLAN_MAKE_H
#define UPC_STRIDE_GRAPH_PLAN_MAKE_H

#include "graph_plan/graph_plan.h"

/* 0, with a message, if an element is read that nobody writes. */
int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint);

#endif
