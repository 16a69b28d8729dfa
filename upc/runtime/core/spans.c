/* SPDX-License-Identifier: BSD-3-Clause
 * Calls and waits go to whoever records them. A thread that is not traced never comes here: what may be on a program's
 * fast path finds out by a word that it reads anyway (sync.c), or by a plan that has no step for it (the library's
 * engine/trace.upc). */
#include "core/core.h"
#include "core/spans.h"

int urtk_tracing;
const struct urtk_recorder *urtk_recorder;

int urt_traces(void) { return urtk_tracing; }
uint64_t urt_trace_now(void) { return urtk_recorder->now(); }

const char *urt_trace_text(const char *file, int line, const char *name) {
  return urtk_recorder->text(file, line, name);
}

void urt_trace(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received) {
  urtk_recorder->record(kind, text, peer, begin, end, sent, received);
}

const char *urtk_trace_call(const char *otherwise) { return *urt_called ? *urt_called : otherwise; }
