/* SPDX-License-Identifier: BSD-3-Clause
 * The messages that a thread gets, as they are made: their records, their slots, and how a slot is unpacked. */
#ifndef UPC_STRIDE_GRAPH_INCOMING_H
#define UPC_STRIDE_GRAPH_INCOMING_H

#include "graph/graph_thread.h"

/* Makes the list; returns the bytes of all slots. */
size_t upc_stride_graph_incoming_new(upc_stride_graph_run_t *R);

/* Gives the messages their records, and those of far threads their slots, from byte `at` of the memory on. */
void upc_stride_graph_incoming_place(upc_stride_graph_run_t *R, size_t at);

#endif
