/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages that need no credit: what the sender waits for before it can send the next one says already that the last
 * one has been read. So it is between neighbours that send to each other in each iteration:
 *
 *   a part of thread 0 sends its edge to thread 1. It can run again when the edge of thread 1 has come. The part that
 *   has sent this edge has read that of thread 0 before. */
#ifndef UPC_STRIDE_GRAPH_IMPLIED_H
#define UPC_STRIDE_GRAPH_IMPLIED_H

#include "graph_plan/graph_plan.h"

/* 1: so it is for a message of the receiver's plan, from the thread of the sender's plan. */
int upc_stride_graph_implied(const upc_stride_graph_plan_t *sender, const upc_stride_graph_t *g,
                             const upc_stride_graph_plan_t *receiver, int message);

#endif
