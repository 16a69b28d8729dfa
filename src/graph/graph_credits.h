/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread tells those whose messages it gets: how far it has read them. */
#ifndef UPC_STRIDE_GRAPH_CREDITS_H
#define UPC_STRIDE_GRAPH_CREDITS_H

#include "graph/graph_thread.h"

/* Finds out whether there is news for the sender of a message. */
void upc_stride_graph_report_read(upc_stride_graph_run_t *R, int message);

/* Tells far senders the news. */
void upc_stride_graph_answer(upc_stride_graph_run_t *R);

/* How many messages with answers the thread sends in an iteration. */
size_t upc_stride_graph_answers(const upc_stride_graph_run_t *R);

/* What is moved in the last iteration only has no readers in the others who would say when they have read. It may go to
 * where a first step writes or reads. So its sender is told when the first steps have run. */
void upc_stride_graph_report_first_steps(upc_stride_graph_run_t *R);

#endif
