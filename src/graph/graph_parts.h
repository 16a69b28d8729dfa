/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of a thread, ready to run: where their elements are, and in which order they run. */
#ifndef UPC_STRIDE_GRAPH_PARTS_H
#define UPC_STRIDE_GRAPH_PARTS_H

#include "graph/graph_thread.h"

/* Finds the addresses of the regions. The thread has its memory. */
void upc_stride_graph_regions_find(upc_stride_graph_run_t *R);

/* Makes the parts, with their views of the regions and the messages that they read. */
void upc_stride_graph_parts_make(upc_stride_graph_run_t *R);

#endif
