/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of a graph. Each thread has counters only: how often each of its parts has run, which generation of each message
 * has come, which generation of its own messages the receivers have read. A part runs when its counters say so:
 *
 *   what it reads is there, in storage of this thread
 *   the storage that it and its messages write is no longer read: it holds the generation before the last
 *
 * After it has run, its elements are copied to where the thread itself needs them in another place, and sent. To a near
 * thread the copy goes to the reader's storage at once, then a word says so. To a far one a packed message goes by the
 * channel. The reader takes it into a slot, and unpacks it when a part asks for it.
 *
 * Of the parts that can run, the first in the order of the program runs: iterations, then steps, then parts. A thread
 * begins no part for the third time before all have run once. So two generations of everything suffice. The counters
 * that a part waits for are those of parts before it in this order. So the first part of all threads that has not run
 * can always run, and no threads wait for each other in a circle. */
#ifndef UPC_STRIDE_GRAPH_RUN_H
#define UPC_STRIDE_GRAPH_RUN_H

#include "graph/graph_thread.h"

/* Collective. */
void upc_stride_graph_run_all(upc_stride_graph_run_t *R, int iterations);

#endif
