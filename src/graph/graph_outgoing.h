/* SPDX-License-Identifier: BSD-3-Clause
 * The list of messages that a thread sends, as it is made. */
#ifndef UPC_STRIDE_GRAPH_OUTGOING_H
#define UPC_STRIDE_GRAPH_OUTGOING_H

#include "graph/graph_thread.h"

/* A new message like one of a plan. Those that were returned before may have moved. */
upc_stride_outgoing_t *upc_stride_graph_new_outgoing(upc_stride_graph_run_t *R, const upc_stride_message_t *m,
                                                     int near);

/* One more thread to which a message goes; its record there; whether it waits, as in the plan of this thread. */
void upc_stride_graph_add_target(upc_stride_outgoing_t *o, int thread, upc_stride_place_t record, int waits);

#endif
