/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -trace: what the threads of a job have recorded (trace/record.h), for those who write it. */
#ifndef URT_UPCRUN_TRACE_RECORDS_H
#define URT_UPCRUN_TRACE_RECORDS_H

#include <stdio.h>
#include <string.h>
#include "core/spans.h"
#include "trace/record.h"

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
  const struct path *path;               /* trace_path.h; null: it is not known */
};

/* The name in "file.upc:12: upc_lock", and the length of its place. The name of a step, or of an event of the program,
 * may have colons as well. */
static inline const char *name_in(const char *text) {
  for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
    const char *behind = colon + 1 + strspn(colon + 1, "0123456789");
    if (behind > colon + 1 && behind[0] == ':' && behind[1] == ' ') return behind + 2;
  }
  return text;
}

static inline int place_length(const char *text) { return name_in(text) == text ? 0 : (int)(name_in(text) - text) - 2; }

/* A duration in the record of a killed thread may be any number. */
static inline int64_t whole_ns(double ns) {
  const double most = 1e18;
  return ns > most ? (int64_t)most : ns < -most ? -(int64_t)most : (int64_t)ns;
}

static inline int64_t begin_of(const struct urtk_trace_event *e, const struct host *h) {
  return whole_ns(in_ns(h, (double)(int64_t)(e->begin - h->start)));
}

/* The bytes of the character at `text`; 0 if it is none in UTF-8, in which timelines are written. */
int utf8_character(const char *text, int length);

/* Writes the timeline to a file; returns null, or what went wrong. */
typedef const char *write_trace_t(const char *name, const struct trace *trace);

/* The timeline, in the JSON form of Chrome's trace viewer. */
void write_timeline(FILE *f, const struct trace *trace);

/* The time in each call of the program, and what is missing in it, on standard error. */
void print_calls(const struct trace *trace);

#endif
