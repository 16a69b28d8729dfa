/* SPDX-License-Identifier: BSD-3-Clause
 * Moves: from whom the elements come that a part reads. They are looked for in this order: in the region already, since
 * a part writes them there or another reader needs them too; in other regions of the thread; on other threads. */
#ifndef UPC_STRIDE_GRAPH_MOVES_H
#define UPC_STRIDE_GRAPH_MOVES_H

#include "graph_plan/graph_plan.h"

/* Adds the moves of what the reader reads, and what it waits for. 0, with a message, if an element is read that nobody
 * writes. Of *R, the part, the access and the region are set. */
int upc_stride_graph_plan_source(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R,
                                 char *complaint);

/* Sets the entries of threads that may read what `writer` writes to 1. */
void upc_stride_graph_readers(const upc_stride_graph_t *g, int writer, int threads, char *reads);

#endif
