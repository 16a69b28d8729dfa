/* SPDX-License-Identifier: BSD-3-Clause
 * Values in place: their elements have one storage on each thread, and steps change them one after the other, in the
 * order of the program. A *version* of an element is what one step has written.
 *
 * A step reads the version that the last step before it has written: in the same iteration, else in the iteration
 * before, else by a step of UPC_STRIDE_FIRST. On the thread of the writer it is often in place. Else it is moved there
 * as soon as the writer's part has run. graph_order.h tells when storage may change. */
#ifndef UPC_STRIDE_GRAPH_VERSIONS_H
#define UPC_STRIDE_GRAPH_VERSIONS_H

#include "graph_plan/graph_plan.h"

/* Finds who writes what the reader reads. Elements that nobody writes stay missing. */
void upc_stride_graph_plan_versions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R);

#endif
