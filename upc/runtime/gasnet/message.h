/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: active messages between far threads: put with signal, and the barrier between nodes. */
#ifndef URTC_MESSAGE_H
#define URTC_MESSAGE_H

#include "control.h"

extern unsigned urtc_served;      /* messages this thread has had so far, for those who wait */

/* Sets the far word `signal` to `value`, or adds it, once `bytes` of `src`, at most urtc_carries(thread), lie at offset `dst` of
 * the same thread. Returns when `src` may be used again; urtc_settle waits for the rest. */
void urtc_send_signal(int thread, size_t dst, const void *src, size_t bytes, size_t signal, uint64_t value,
                      urtc_signal_t how);
size_t urtc_carries(int thread);

#endif
