/* SPDX-License-Identifier: BSD-3-Clause
 * What each part of a thread copies and sends when it has run: copies to other regions of the thread, from its own
 * plan; messages to other threads, from the plans of these threads. */
#ifndef UPC_STRIDE_GRAPH_SENDS_H
#define UPC_STRIDE_GRAPH_SENDS_H

#include "graph/graph_thread.h"

/* memories[t] is the memory of thread t: all threads have theirs. */
void upc_stride_graph_sends_new(upc_stride_graph_run_t *R, shared upc_stride_place_t *memories);

#endif
