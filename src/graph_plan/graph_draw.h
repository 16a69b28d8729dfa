/* SPDX-License-Identifier: BSD-3-Clause
 * A picture of a graph, in the language of Graphviz's dot: steps, and on each arrow what is moved. */
#ifndef UPC_STRIDE_GRAPH_DRAW_H
#define UPC_STRIDE_GRAPH_DRAW_H

#include "graph_plan/graph_plan.h"

#include <stdio.h>

/* Works out the plans of all threads. */
void upc_stride_graph_picture(FILE *file, const upc_stride_graph_t *g, int threads);

#endif
