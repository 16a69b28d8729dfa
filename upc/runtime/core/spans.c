/* SPDX-License-Identifier: BSD-3-Clause
 * Spans of time go to whoever wants them. If none are wanted of a thread, it never comes here: what may be on a
 * program's fast path finds out by a word that it reads anyway (sync.c). */
#include "core/core.h"
#include "core/spans.h"

int urtk_spans_wanted;
const struct urtk_span_events *urtk_span_events;

uint64_t urtk_span_now(void) { return urtk_span_events->now(); }
void urtk_span(const char *call, uint64_t began) { urtk_span_events->call(call, began); }
const char *urtk_span_call(const char *otherwise) { return *urt_called ? *urt_called : otherwise; }
