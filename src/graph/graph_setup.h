/* SPDX-License-Identifier: BSD-3-Clause
 * The stages in which graph_start.upc makes a graph ready to run, each in a source of its own. */
#ifndef UPC_STRIDE_GRAPH_SETUP_H
#define UPC_STRIDE_GRAPH_SETUP_H

#include "graph/graph_thread.h"

/* ---- graph_incoming.upc ---- */

/* Makes the list; returns the bytes of all slots. */
size_t upc_stride_graph_incoming_new(upc_stride_graph_run_t *R);

/* Gives the messages their records, and those of far threads their slots, from byte `at` of the memory on. */
void upc_stride_graph_incoming_place(upc_stride_graph_run_t *R, size_t at);

/* ---- graph_connect.upc ---- */

/* For what the thread sends to near threads: allocates the credits, and tells the receivers their places. */
void upc_stride_graph_connect_receivers(upc_stride_graph_run_t *R);

/* For what the thread gets, when all records are complete. */
void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R);

/* ---- graph_outgoing.upc ---- */

/* A new message like one of a plan. Those that were returned before may have moved. */
upc_stride_outgoing_t *upc_stride_graph_new_outgoing(upc_stride_graph_run_t *R, const upc_stride_message_t *m,
                                                     int near);

/* One more thread to which a message goes; its number there. */
upc_stride_target_t *upc_stride_graph_add_target(upc_stride_outgoing_t *o, int thread, int number);

/* ---- graph_sends.upc ---- */

/* memories[t] is the memory of thread t: all threads have theirs. */
void upc_stride_graph_sends_new(upc_stride_graph_run_t *R, shared upc_stride_place_t *memories);

/* ---- graph_parts.upc ---- */

/* Finds the addresses of the regions. The thread has its memory. */
void upc_stride_graph_regions_find(upc_stride_graph_run_t *R);

/* Makes the parts, with their views of the regions and the messages that they read. */
void upc_stride_graph_parts_make(upc_stride_graph_run_t *R);

#endif
