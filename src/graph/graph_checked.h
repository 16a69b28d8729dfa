/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode for graphs (UPC_STRIDE_CHECK=1): a step must change nothing but what it writes, since other parts may be
 * reading or writing the same memory, in no order. Three things are compared before and after each part has run:
 *
 *   what it only reads
 *   elements beside those that it writes, up to two away in each dimension, if they are in the same region. Those that
 *   messages of other threads write are left out: they may come at any time
 *   the guards of the regions of its values: bytes around each region that no part writes */
#ifndef UPC_STRIDE_GRAPH_CHECKED_H
#define UPC_STRIDE_GRAPH_CHECKED_H

#include "graph/graph_thread.h"

enum { UPC_STRIDE_GRAPH_GUARD = 64 };      /* bytes before the first generation of a region, and after each */

/* Fills the guards. */
void upc_stride_graph_checked_new(const upc_stride_graph_run_t *R);

/* Called before the function of a part runs, and after it. The second ends the program with one line if the part has
 * changed what it must not. */
void upc_stride_graph_checked_before(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);
void upc_stride_graph_checked_after(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);

#endif
