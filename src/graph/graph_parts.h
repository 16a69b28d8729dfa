/* SPDX-License-Identifier: BSD-3-Clause
 * Making the parts of one thread ready to run: its storage, its messages, and what each part copies and sends. */
#ifndef UPC_STRIDE_GRAPH_PARTS_H
#define UPC_STRIDE_GRAPH_PARTS_H

#include "graph/graph_thread.h"

/* Both are collective. Null, with a message, if an element is read that nobody writes. */
upc_stride_graph_run_t *upc_stride_graph_run_new(const upc_stride_graph_t *g, char *complaint);
void upc_stride_graph_run_free(upc_stride_graph_run_t *R);

upc_stride_graph_moves_t upc_stride_graph_run_moves(const upc_stride_graph_run_t *R);

#endif
