/* SPDX-License-Identifier: BSD-3-Clause
 * A word of another thread's memory that counts: it only grows, the caller alone writes it, and may do so again before
 * it knows that an earlier value has arrived. A network may let a message overtake another one. A value that comes
 * late would then hide a later one, for which nothing else is sent. So to a far thread goes the difference. */
#ifndef UPC_STRIDE_COUNT_WORD_H
#define UPC_STRIDE_COUNT_WORD_H

#include "base/port.h"

/* upc_stride_count_word  the word goes from `before`, what the caller has written last, or 0, to `now`
 * upc_stride_in_order    1: messages to a thread arrive in the order in which the caller sends them, so that a count
 *                        may as well be written like other words */
#ifdef __URT__

extern void urt_add_signal(shared void *signal, unsigned long value);
extern int urt_in_order(void);

static inline int upc_stride_in_order(void) { return urt_in_order(); }

static inline void upc_stride_count_word(char *here, shared [] char *place, unsigned before, unsigned now) {
  if (here != NULL) upc_stride_write_word(here, place, now);
  else urt_add_signal((shared void *)place, now - before);
}

#else

static inline int upc_stride_in_order(void) { return 1; }

static inline void upc_stride_count_word(char *here, shared [] char *place, unsigned before, unsigned now) {
  (void)before;
  upc_stride_write_word(here, place, now);
}

#endif

#endif
