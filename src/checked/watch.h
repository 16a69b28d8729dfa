/* SPDX-License-Identifier: BSD-3-Clause
 * Watching a long wait, in checked mode or with a time limit: can what it waits for still come? */
#ifndef UPC_STRIDE_WATCH_H
#define UPC_STRIDE_WATCH_H

#include "engine/run.h"

/* Called now and then for a run that waits, in a call that waits for it alone (blocks) or between tests. Ends the program
 * where it waits in vain, or too long. */
void upc_stride_watch(upc_stride_run_t *run, int blocks);

/* It waits no more. */
void upc_stride_watch_over(void);

#endif
