/* SPDX-License-Identifier: BSD-3-Clause
 * spans.h: the time that the runtime's own calls take, for whoever has set urtk_span_events (base/hooks.h). Nobody
 * calls urtk_span_now and urtk_span unless urtk_spans_wanted is set. */
#ifndef URT_CORE_SPANS_H
#define URT_CORE_SPANS_H

#include "base/hooks.h"

extern int urtk_spans_wanted;
void urtk_begin_spans(void);                   /* once all threads have started; barriers are timed then (sync.c) */
const char *urtk_span_call(const char *otherwise); /* the program's latest call and its place */
uint64_t urtk_span_now(void);
void urtk_span(const char *call, uint64_t began); /* from then until now */

#endif
