/* SPDX-License-Identifier: BSD-3-Clause
 * pupc.h: the program's own events, in the trace. */
#include <stdlib.h>
#include "core/core.h"
#include "trace/clock.h"
#include "trace/recorder.h"

/* The starts that have no end yet are a stack. */
struct event { const char *name; uint64_t *begin; size_t open, capacity; };

static struct event *events;
static unsigned count, capacity;

/* An array of `*capacity` elements that is full, with twice as many. */
static void *grow(void *array, size_t *capacity, size_t bytes) {
  *capacity = *capacity ? 2 * *capacity : 8;
  array = realloc(array, *capacity * bytes);
  if (!array) urt_fatal("thread %d: no memory for the events of pupc.h", urt_mythread);
  return array;
}

unsigned pupc_create_event(const char *name, const char *description) {
  (void)description;
  if (!name) urt_fatal("thread %d: pupc_create_event: the name is a null pointer", urt_mythread);
  size_t more = capacity;
  if (count == capacity) events = grow(events, &more, sizeof *events), capacity = (unsigned)more;
  events[count] = (struct event){.name = urtk_copy(name, "the events of pupc.h")};
  return ++count;
}

static struct event *find(const char *call, unsigned event) {
  if (event == 0 || event > count)
    urt_fatal("thread %d: %s: pupc_create_event has returned no event %u", urt_mythread, call, event);
  return &events[event - 1];
}

void pupc_event_start(unsigned event, ...) {
  if (!urtk_traces()) return;
  struct event *e = find("pupc_event_start", event);
  if (e->open == e->capacity) e->begin = grow(e->begin, &e->capacity, sizeof *e->begin);
  e->begin[e->open++] = urtk_trace_ticks();
}

void pupc_event_end(unsigned event, ...) {
  if (!urtk_traces()) return;
  struct event *e = find("pupc_event_end", event);
  if (e->open) urtk_record_event(URTK_TRACE_PHASE, e->name, e->begin[--e->open], urtk_trace_ticks());
}

void pupc_event_atomic(unsigned event, ...) {
  if (!urtk_traces()) return;
  uint64_t now = urtk_trace_ticks();
  urtk_record_event(URTK_TRACE_MOMENT, find("pupc_event_atomic", event)->name, now, now);
}

int pupc_control(int on) { return urtk_record_trace(on != 0); }
