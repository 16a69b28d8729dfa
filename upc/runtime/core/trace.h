/* SPDX-License-Identifier: BSD-3-Clause
 * trace.h: recording of calls and waits, for upcrun -trace (base/trace.h has the form of the record). */
#ifndef URT_CORE_TRACE_H
#define URT_CORE_TRACE_H

#include <stdint.h>
#include "core/trace_clock.h"

extern int urtk_tracing;                       /* from the start of a traced job's threads: 1; 2: its messages too */
void urtk_open_trace(void);                    /* each thread, at its start: UPC_TRACE says whether and where */
int urtk_record_trace(int on);                 /* 0: urt_trace records nothing until 1; returns the setting before */
int urtk_start_trace(void);                    /* once all threads have started; 1: the job is traced */
void urtk_begin_trace(void);                   /* the same, and barriers are traced (sync.c) */
const char *urtk_trace_call(const char *otherwise); /* the program's latest call and its place */

/* The library's as well. `text` is "file.upc:12: upc_lock", or a name alone; it stays where it is for ever.
 * urt_trace_text makes one. urt_trace records what began at `begin` and ended at `end`, but no wait below a
 * microsecond: a message between two cores takes as long. */
int urt_traces(void);
const char *urt_trace_text(const char *file, int line, const char *name);
void urt_trace(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received);

#endif
