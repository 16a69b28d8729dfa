/* SPDX-License-Identifier: BSD-3-Clause
 * Values in place: their elements have one storage on each thread, and steps change them one after the other, in the
 * order of the program. A *version* of an element is what one step has written.
 *
 * A step reads the version that the last step before it has written: in the same iteration, else in the iteration
 * before, else by a step of UPC_STRIDE_FIRST. On the thread of the writer it is often in place. Else it is moved there
 * as soon as the writer's part has run.
 *
 * So storage changes in the order of steps, too. A part that writes a region, or a message that comes to it, waits for
 * all parts of the thread that use the same elements, or the same slot, and are before the writer's step: in the same
 * iteration. For those that are after it, it waits until they have run in the iteration before. All these parts come
 * before the writer in the order of the program, so the first part that has not run can always run.
 *
 *   C is updated in steps 1, 2, 3 in 10 iterations; step 2 reads C of another thread.
 *   step 1 in iteration 4 waits for steps 2 and 3 in iteration 3; its message waits for step 2 in iteration 3 */
#ifndef UPC_STRIDE_GRAPH_UPDATE_H
#define UPC_STRIDE_GRAPH_UPDATE_H

#include "graph/graph_plan.h"

/* Finds who writes what the reader reads. Elements that nobody writes stay missing. */
void upc_stride_graph_plan_versions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R);

/* In which order the parts change storage in place, and when others can. The regions have their places. */
void upc_stride_graph_plan_updates(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);

#endif
