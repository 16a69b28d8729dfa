/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode (UPC_STRIDE_CHECK=1) for memory that a program gives to a graph: no two boxes have the same bytes, if a
 * step writes one of them. The graph takes them for different elements, and has no order between steps on the one and
 * steps on the other. */
#ifndef UPC_STRIDE_GRAPH_GIVEN_H
#define UPC_STRIDE_GRAPH_GIVEN_H

#include "graph/graph_thread.h"

/* Before a run: 0, with a message, if boxes of the calling thread have bytes in common. */
int upc_stride_graph_given_apart(const upc_stride_graph_run_t *R, char *complaint);

#endif
