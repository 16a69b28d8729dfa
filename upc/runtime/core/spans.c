/* SPDX-License-Identifier: BSD-3-Clause
 * Spans of time go to whoever wants them. If none are wanted of a thread, it never comes here: what may be on a
 * program's fast path finds out by a word that it reads anyway (sync.c), or by a plan that has no step for it (the
 * library's engine/spans.upc). */
#include "core/core.h"
#include "core/spans.h"

int urtk_spans_wanted;
const struct urtk_span_events *urtk_span_events;

int urt_spans_wanted(void) { return urtk_spans_wanted; }
uint64_t urt_span_now(void) { return urtk_span_events->now(); }

const char *urt_span_text(const char *file, int line, const char *name) {
  return urtk_span_events->text(file, line, name);
}

void urt_span(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received) {
  urtk_span_events->span(kind, text, peer, begin, end, sent, received);
}

const char *urtk_span_call(const char *otherwise) { return *urt_called ? *urt_called : otherwise; }
