/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -trace: what the threads of a job have recorded (base/trace.h), for those who write it. */
#ifndef URT_UPCRUN_TRACE_RECORDS_H
#define URT_UPCRUN_TRACE_RECORDS_H

#include <stdio.h>
#include <string.h>
#include "base/trace.h"

typedef struct urtk_trace record_t;

/* Threads of one host have one clock. The clocks of several hosts agree on the moment when all threads had started, as
 * the first thread of each host has noted it. The length of a host's tick is computed from the record whose two moments
 * are farthest apart. */
struct host { const char *name; uint64_t start; struct urtk_trace_moment first, latest; };

static inline double in_ns(const struct host *h, double ticks) {
  return ticks * urtk_trace_tick(&h->first, &h->latest);
}

/* The records of a job. */
struct trace {
  int threads, found, hosts;             /* found: of how many threads there is a record */
  const record_t **record;               /* of each thread, or null */
  int *host_of;                          /* each thread's */
  struct host *host;
};

/* The name in "file.upc:12: upc_lock", and the length of its place. */
static inline const char *name_in(const char *text) {
  const char *colon = strrchr(text, ':');
  return colon && colon[1] == ' ' ? colon + 2 : text;
}

static inline int place_length(const char *text) { return name_in(text) == text ? 0 : (int)(name_in(text) - text) - 2; }

/* The timeline, in the JSON form of Chrome's trace viewer. */
void write_timeline(FILE *f, const struct trace *trace);

/* The time in each call of the program, and what is missing in it, on standard error. */
void print_calls(const struct trace *trace);

#endif
