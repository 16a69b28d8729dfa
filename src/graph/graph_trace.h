/* SPDX-License-Identifier: BSD-3-Clause
 * A traced run of a graph (upcrun -trace): each part that runs is a bar of the timeline, with the name of its step and
 * the bytes that it has sent. So is each wait of at least a microsecond, with the thread whose message is missing. */
#ifndef UPC_STRIDE_GRAPH_TRACE_H
#define UPC_STRIDE_GRAPH_TRACE_H

#include "graph/graph_thread.h"

/* A run begins: makes the names of the steps. Returns 1 if the job is traced; the others are called only then. The
 * barriers before and after the run are recorded as barriers are. */
int upc_stride_graph_trace_begin(upc_stride_graph_run_t *R);

/* Since `begin`: a part has run; the thread has waited for a message of `thread`, or with -1 for others to read. */
void upc_stride_graph_trace_part(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, unsigned long begin);
void upc_stride_graph_trace_wait(const upc_stride_graph_run_t *R, int thread, unsigned long begin);

#endif
