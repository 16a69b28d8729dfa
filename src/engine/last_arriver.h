/* SPDX-License-Identifier: BSD-3-Clause
 * The steps of calls in which the last member to enter does all the work. */
#ifndef UPC_STRIDE_LAST_ARRIVER_H
#define UPC_STRIDE_LAST_ARRIVER_H

#include "engine/call.h"

/* LAST_ARRIVER: 1 if the caller is the last arriver (call->last.is_last), or if the last arriver has done all. */
int upc_stride_last_arriver_found(upc_stride_call_t *call, const upc_stride_step_t *step);

/* LAST_ARRIVER_DONE: tells the step's peer that all is done. 1 if the message is sent. */
int upc_stride_last_arriver_done(upc_stride_call_t *call, const upc_stride_step_t *step);

#endif
