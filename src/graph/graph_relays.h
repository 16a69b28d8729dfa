/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages that several far threads get with the same elements. They go down a tree: the sender puts them to some of
 * the threads, which pass them on from the slots that they have got them in. The tree is that of a broadcast of the
 * same number of bytes (UPC_STRIDE_BROADCAST, rule files). Its members are nodes: the first thread of each node passes
 * the message on to the others there.
 *
 *   thread 0 sends to 1 .. 6, two threads a node, with a binomial tree over the nodes (0) (1) (2 3) (4 5) (6):
 *   0 sends to 1, 2 and 6; 2 sends to 4, and to 3, which is on its node; 4 sends to 5
 *
 * The sender knows who gets a message, and from its plans for the receivers, in which of their slots. So it makes the
 * tree, and tells each thread in it who serves it and whom it serves. A slot is free if it has also been passed on. A
 * thread passes on between two parts, and while it waits. */
#ifndef UPC_STRIDE_GRAPH_RELAYS_H
#define UPC_STRIDE_GRAPH_RELAYS_H

#include "graph/graph_thread.h"

/* All threads call it when they know what they send: cuts the targets of each message to those that the sender itself
 * serves, and adds to each thread what it passes on. `node` is for each thread the lowest thread on its node. */
void upc_stride_graph_relays_new(upc_stride_graph_run_t *R, shared const int *node);

/* Before each run. */
void upc_stride_graph_relays_begin(upc_stride_graph_run_t *R);

/* Passes on what has come; 1 if all of the run has been passed on. */
int upc_stride_graph_relays_go_on(upc_stride_graph_run_t *R);

#endif
