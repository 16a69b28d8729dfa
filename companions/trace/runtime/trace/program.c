/* SPDX-License-Identifier: BSD-3-Clause
 * The trace in a program. upcrun -trace sets these variables of the threads' environment:
 *   UPC_TRACE             each thread records its calls and waits in the file of this name with its number behind it.
 *                         Default: no trace.
 *   UPC_TRACE_EVENTS      how many calls and waits of a thread the timeline has room for, 48 bytes each. Default:
 *                         4,000,000 divided by the threads, from 2,000 to 250,000.
 *   UPC_TRACE_MESSAGES    1: a traced job records the messages of its collectives too; set by upcrun -trace=FILE.otf2.
 *                         Default: 0. */
#include "base/companions.h"
#include "base/environment.h"
#include "base/hooks.h"
#include "trace/calls.h"
#include "trace/clock.h"
#include "trace/recorder.h"

static void check_variables(void) { urtk_check_record(), urtk_env_yes("UPC_TRACE_MESSAGES"); }

static void start(void) {
  urtk_record_starts();
  urtk_trace_calls(urtk_env_yes("UPC_TRACE_MESSAGES"));
}

static void record_call(const char *text, uint64_t began) {
  urtk_record_event(URTK_TRACE_CALL, text, began, urtk_trace_ticks());
}

static const struct urtk_span_events of_runtime = {start, urtk_trace_ticks, record_call};

static void open_record(void) {
  const char *prefix = urtk_env_file("UPC_TRACE");
  if (!prefix) return;
  urtk_open_record(prefix);
  urtk_span_events = &of_runtime;
}

const struct urtk_companion urtk_in_trace = {check_variables, open_record, NULL};
