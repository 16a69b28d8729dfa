/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode for graphs (UPC_STRIDE_CHECK=1): a step must not change what it reads, since other parts may be reading
 * the same memory, in no order. */
#ifndef UPC_STRIDE_GRAPH_CHECKED_H
#define UPC_STRIDE_GRAPH_CHECKED_H

#include "graph/graph_parts.h"

/* Before the function of a part runs, and after it: then the program ends with one line if a value that is only read
 * has changed. */
void upc_stride_graph_checked_before(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);
void upc_stride_graph_checked_after(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);

#endif
