/* SPDX-License-Identifier: BSD-3-Clause
 * The critical path of a traced job: a chain of steps from its start to its end, each from the end of the one before.
 * A thread that has waited for another one goes on when this one has done something: so the path comes from there. */
#ifndef URT_UPCRUN_TRACE_PATH_H
#define URT_UPCRUN_TRACE_PATH_H

#include "job/upcrun/trace_records.h"

enum step_kind {
  STEP_COMPUTES,                         /* between calls                                                     */
  STEP_CALLS,                            /* in a call, and not waiting                                        */
  STEP_SENDS,                            /* a message to the thread that waits for it: from what the sender did last */
  STEP_MEETS,                            /* from the arrival of the last thread at a barrier, or a call, on      */
  STEP_WAITS,                            /* for a thread that is not known, as for a lock                     */
  STEP_KINDS
};

/* `text` is "file.upc:12: upc_barrier": the call, or the one behind a computation; null: there is none. Times in ns. */
struct step { int kind, thread; const char *text; int64_t begin, end; };

struct path {
  struct step *step;                     /* the latest first */
  size_t steps;
  int64_t begin, end;
  double computed;                       /* ns that a thread computes in the mean */
};

/* Null where events are missing. It stays for ever. */
const struct path *critical_path(const struct trace *trace);

/* What its time is made of, and what is at fault, on standard error. */
void print_path(const struct trace *trace, const struct path *path);

#endif
