/* SPDX-License-Identifier: BSD-3-Clause
 * Makes a graph ready to run. The memory of a thread for a graph is one piece: the records of its messages, then its
 * regions, then the slots. So senders find records and regions from the receiver's plan. The credits of what it sends
 * are another piece. */
#ifndef UPC_STRIDE_GRAPH_START_H
#define UPC_STRIDE_GRAPH_START_H

#include "graph/graph_thread.h"

/* Both are collective. Null, with a message, if the graph differs between threads, or if an element is read that nobody
 * writes. */
upc_stride_graph_run_t *upc_stride_graph_run_new(const upc_stride_graph_t *g, char *complaint);
void upc_stride_graph_run_free(upc_stride_graph_run_t *R);

/* What the thread moves in an iteration, and its storage. */
upc_stride_graph_moves_t upc_stride_graph_run_moves(const upc_stride_graph_run_t *R);

#endif
