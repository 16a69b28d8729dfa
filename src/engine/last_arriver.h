/* SPDX-License-Identifier: BSD-3-Clause
 * The last member to come does what there is to do (flow_leader.upc). */
#ifndef UPC_STRIDE_LAST_ARRIVER_H
#define UPC_STRIDE_LAST_ARRIVER_H

#include "engine/call.h"

/* The step at which members wait until the last has come, and done: 1 then, and run->last.works tells that one. */
int upc_stride_last_arriver_found(upc_stride_call_t *run, const upc_stride_step_t *step);

/* It tells the step's peer that all is done. */
int upc_stride_last_arriver_done(upc_stride_call_t *run, const upc_stride_step_t *step);

#endif
