/* SPDX-License-Identifier: BSD-3-Clause
 * Connects the senders of messages with the receivers. A sender has the place of each message's record. It reads there
 * where the receiver's slots are, and writes there where its own credit is. */
#ifndef UPC_STRIDE_GRAPH_CONNECT_H
#define UPC_STRIDE_GRAPH_CONNECT_H

#include "graph/graph_thread.h"

/* For what the thread sends: allocates the credits, and tells the receivers their places. The records of all threads
 * say where the slots are. */
void upc_stride_graph_connect_receivers(upc_stride_graph_run_t *R);

/* For what the thread gets, when all senders have told their places. */
void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R);

#endif
