/* SPDX-License-Identifier: BSD-3-Clause
 * Watching a long wait, in checked mode or with a time limit: can what it waits for still come? */
#ifndef UPC_STRIDE_DEADLOCK_H
#define UPC_STRIDE_DEADLOCK_H

#include "engine/call.h"

/* Called now and then for a run that waits, in a call that waits for it alone (blocks) or between tests. Ends the program
 * where it waits in vain, or too long. */
void upc_stride_deadlock_check(upc_stride_call_t *run, int blocks);

/* It waits no more. */
void upc_stride_deadlock_resolved(void);

#endif
