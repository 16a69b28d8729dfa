/* SPDX-License-Identifier: BSD-3-Clause
 * trace.h: what the core and the library say of calls and waits to the part of the runtime that records them, if there
 * is one. Nobody calls what is below unless urtk_tracing is set. */
#ifndef URT_CORE_TRACE_H
#define URT_CORE_TRACE_H

#include <stdint.h>

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

struct urtk_recorder {
  int (*start)(void);                          /* 0: nothing is recorded; 1; 2: messages too */
  uint64_t (*now)(void);                       /* in ticks of the recorder's clock */
  const char *(*text)(const char *file, int line, const char *name);
  void (*record)(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received);
};
extern const struct urtk_recorder *urtk_recorder; /* the recorder sets it, on each thread, before main; else null */

extern int urtk_tracing;                       /* what `start` has returned */
void urtk_begin_trace(void);                   /* once all threads have started; barriers are traced then (sync.c) */
const char *urtk_trace_call(const char *otherwise); /* the program's latest call and its place */

/* The library's as well. `text` is "file.upc:12: upc_lock", or a name alone; it stays where it is for ever.
 * urt_trace_text makes one. urt_trace records what began at `begin` and ended at `end`. */
int urt_traces(void);                          /* urtk_tracing */
uint64_t urt_trace_now(void);
const char *urt_trace_text(const char *file, int line, const char *name);
void urt_trace(int kind, const char *text, int peer, uint64_t begin, uint64_t end, uint64_t sent, uint64_t received);

#endif
