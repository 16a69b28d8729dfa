/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Traced calls (upcrun -trace). In a traced job a plan has steps of its own that look at the clock: first, last, and
 * around each step in which a blocking call may wait. Steps between which nothing happens take one look at the clock.
 * Without a trace there are no such steps, so that nothing on the way of a call asks whether there is one.
 *
 *   broadcast to thread 1     AWAIT 0, EAGER_RECV from 0
 *   traced                    begin, AWAIT 0, waited, EAGER_RECV from 0, waited_end
 *   by thread 0               EAGER_SEND to 1, AWAIT 1
 *   traced                    begin, EAGER_SEND to 1, mark, AWAIT 1, waited_end
 */
#ifndef UPC_STRIDE_TRACE_H
#define UPC_STRIDE_TRACE_H

#include "engine/call.h"

/* Before a plan is written, and when it is finished. Nothing unless the job is traced. */
void upc_stride_trace_making(upc_stride_plan_t *P);
void upc_stride_trace_plan(upc_stride_plan_t *P);

/* Records a wait since call->wait_began for a peer of the call, -1 for none. A new one begins. */
void upc_stride_trace_waited(upc_stride_call_t *call, int peer);

#endif
