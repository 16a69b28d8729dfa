/* SPDX-License-Identifier: BSD-3-Clause
 * spans.h: what the core and the library say of the time that calls and waits take, for whoever has set
 * urtk_span_events (base/hooks.h). Nobody calls what is below unless urtk_spans_wanted is set. */
#ifndef URT_CORE_SPANS_H
#define URT_CORE_SPANS_H

#include "base/hooks.h"

enum urtk_span_kind {
  URTK_SPAN_CALL,                        /* from its beginning to its end                            */
  URTK_SPAN_SPLIT,                       /* a split-phase call, which others may overlap             */
  URTK_SPAN_WAIT,                        /* a part of a call in which the thread waited for another  */
  URTK_SPAN_PHASE,                       /* an event of the program's own, which calls may overlap   */
  URTK_SPAN_MOMENT,                      /* the same, without a duration                             */
  URTK_SPAN_SEND,                        /* a message to `peer`: sent bytes, received: its tag       */
  URTK_SPAN_RECV,                        /* a message from `peer`: received bytes, sent: its tag     */
  URTK_SPAN_PUT, URTK_SPAN_GET           /* bytes copied to, or from, the memory of `peer`           */
};

extern int urtk_spans_wanted;                  /* what `start` has returned */
void urtk_begin_spans(void);                   /* once all threads have started; barriers are timed then (sync.c) */
const char *urtk_span_call(const char *otherwise); /* the program's latest call and its place */

/* The library's as well. `text` is "file.upc:12: upc_lock", or a name alone; it stays where it is for ever.
 * urt_span_text makes one. urt_span tells of what began at `begin` and ended at `end`. */
int urt_spans_wanted(void);                    /* urtk_spans_wanted */
uint64_t urt_span_now(void);
const char *urt_span_text(const char *file, int line, const char *name);
void urt_span(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received);

#endif
