/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Progress of calls. A call carries out the steps of its plan in order, as far as messages have arrived and rings have
 * free slots. The call itself, tests and waits advance it, and so does every other call of the library that waits.
 */
#ifndef UPC_STRIDE_PROGRESS_H
#define UPC_STRIDE_PROGRESS_H

#include "engine/call.h"

/* This plan may be carried out now: a hint, which prepares its first message. */
void upc_stride_call_ahead(const upc_stride_plan_t *P);

/* A blocking call; and a split-phase call, null if there is nothing to do. */
void upc_stride_call_blocking(upc_stride_plan_t *P);
upc_stride_call_t *upc_stride_call_start(upc_stride_plan_t *P);

/* 1 for a split-phase call that was started, and not yet tested or waited for to its end. */
int upc_stride_call_in_flight(const upc_stride_call_t *call);

/* Test returns 1 if the call has ended; wait waits until it has. Then the call no longer exists. */
int upc_stride_call_test(upc_stride_call_t *call);
void upc_stride_call_wait(upc_stride_call_t *call);

/* Sets functions to be called while calls wait, or null. `look` is called now and then with a call that waits: by a
 * call that waits for it alone (blocks = 1), or by a test (0). `resolved` is called when a call ends that `look` has
 * called stuck. */
typedef void upc_stride_look_t(upc_stride_call_t *call, int blocks);
void upc_stride_call_watch(upc_stride_look_t *look, void (*resolved)(void));

#endif
