/* SPDX-License-Identifier: BSD-3-Clause
 * Watching a long wait, in checked mode or with a time limit: can what it waits for still come? */
#ifndef UPC_STRIDE_DEADLOCK_H
#define UPC_STRIDE_DEADLOCK_H

#include "engine/progress.h"

/* From now on, calls that wait are looked at now and then. The program ends if what one waits for cannot come, or if it
 * waits too long. */
void upc_stride_watch_calls(void);

#endif
