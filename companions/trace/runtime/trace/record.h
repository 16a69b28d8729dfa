/* SPDX-License-Identifier: BSD-3-Clause
 * record.h: what a thread records of its calls and waits with upcrun -trace, in a file of its own. The thread maps the
 * file into its memory, so that everything recorded is in it however the thread ends. recorder.c writes such files;
 * job/upcrun/trace.c makes one timeline of all. Numbers are in the machine's own order. Times are in ticks of the
 * thread's clock (clock.c); two moments, each in ticks and in nanoseconds, tell how long a tick is. */
#ifndef URT_TRACE_RECORD_H
#define URT_TRACE_RECORD_H

#include <stdint.h>

#define URTK_TRACE_MARK "upc-stride trace 2"

enum {
  URTK_TRACE_HOST = 64,
  URTK_TRACE_PLACE = 216,                /* bytes of "file.upc:12: upc_lock" */
  URTK_TRACE_PLACES = 1024               /* calls in the program with events of their own; the last takes all others */
};

/* A call at one line of the program, with sums over all events, also those that the timeline has no room for. */
struct urtk_trace_place {
  char text[URTK_TRACE_PLACE];
  uint64_t calls, time, longest, waits, waited, sent, received;
};

enum urtk_trace_kind {
  URTK_TRACE_CALL,                       /* from its beginning to its end                            */
  URTK_TRACE_SPLIT,                      /* a split-phase call, which others may overlap             */
  URTK_TRACE_WAIT,                       /* a part of a call in which the thread waited for another  */
  URTK_TRACE_PHASE,                      /* an event of the program's own, which calls may overlap   */
  URTK_TRACE_MOMENT,                     /* the same, without a duration                             */
  URTK_TRACE_SEND,                       /* a message to `peer`: sent bytes, received: its tag       */
  URTK_TRACE_RECV,                       /* a message from `peer`: received bytes, sent: its tag     */
  URTK_TRACE_PUT, URTK_TRACE_GET         /* bytes copied to, or from, the memory of `peer`           */
};

struct urtk_trace_event {
  uint64_t begin, time;
  uint64_t sent, received;               /* bytes, to and from other threads        */
  uint16_t place, kind;                  /* kind: urtk_trace_kind    */
  int32_t peer;                          /* the other thread, or -1                 */
};

struct urtk_trace_moment { uint64_t ticks, ns; };

/* The nanoseconds of a tick, from two moments of one clock; 1 if no time lies between them. */
static inline double urtk_trace_tick(const struct urtk_trace_moment *from, const struct urtk_trace_moment *to) {
  if (to->ticks <= from->ticks || to->ns <= from->ns) return 1;
  return (double)(to->ns - from->ns) / (double)(to->ticks - from->ticks);
}

struct urtk_trace {
  char mark[24];
  char host[URTK_TRACE_HOST];            /* threads of one host have one clock      */
  int32_t thread, threads;
  uint64_t start;                        /* when all threads had started            */
  struct urtk_trace_moment first, latest;
  uint64_t capacity, events, lost;       /* events: that fit, that are there, that did not fit */
  uint64_t places;
  struct urtk_trace_place place[URTK_TRACE_PLACES];
  struct urtk_trace_event event[];
};

#endif
