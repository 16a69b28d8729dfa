/* SPDX-License-Identifier: BSD-3-Clause
 * The order in which storage in place changes: that of the steps which use it (graph_versions.h).
 *
 * A part that writes a region, or a message that comes to it, waits for all parts of the thread that use the same
 * elements, or the same slot, and are before the writer's step: in the same iteration. For those that are after it, it
 * waits until they have run in the iteration before. All these parts come before the writer in the order of the
 * program, so the first part that has not run can always run.
 *
 *   C is updated in steps 1, 2, 3 in 10 iterations; step 2 reads C of another thread.
 *   step 1 in iteration 4 waits for steps 2 and 3 in iteration 3; its message waits for step 2 in iteration 3 */
#ifndef UPC_STRIDE_GRAPH_ORDER_H
#define UPC_STRIDE_GRAPH_ORDER_H

#include "graph_plan/graph_plan.h"

/* In which order the parts change storage in place, and when others can. The regions have their places. */
void upc_stride_graph_plan_order(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);

#endif
