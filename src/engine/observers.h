/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Observers of the caller's calls (upc_stride_tools.h). If there are none, a call costs a look at a pointer.
 */
#ifndef UPC_STRIDE_OBSERVERS_H
#define UPC_STRIDE_OBSERVERS_H

#include "upc_stride_tools.h"

extern upc_stride_observer_t *upc_stride_observers; /* the latest first */
extern int upc_stride_observers_see;   /* what any of them sees: UPC_STRIDE_SEES_MEMORY and the others */

/* A call that observers are told of. */
typedef struct upc_stride_told {
  unsigned long number;               /* 0: none was told of it */
  void **own;                         /* from its begin to its end: the words of observers, by their places */
} upc_stride_told_t;

/* The begin, which numbers the call, and the end. `who`: those that see one of these alone, UPC_STRIDE_SEES_MEMORY and
 * the others; 0 for all. The call's number and its words are filled in. */
void upc_stride_tell_begin(upc_stride_told_t *told, upc_stride_seen_t *call, int who);
void upc_stride_tell_end(upc_stride_told_t *told, upc_stride_seen_t *call, int who);

/* The caller makes a plan. It waits now for a thread (0), or has waited (1); a null `told`: in no call. */
void upc_stride_tell_plans(void);
void upc_stride_tell_wait(upc_stride_told_t *told, upc_stride_seen_t *call, int thread, int has_waited);
void upc_stride_tell_message(upc_stride_told_t *told, upc_stride_seen_t *call, const upc_stride_seen_message_t *m);

#endif
