/* SPDX-License-Identifier: BSD-3-Clause
 * Follows the waits of a traced job from its end back to its start.
 *
 *   thread 0   computes ------ | barrier
 *   thread 1   computes - | barrier ---|     the path: thread 0 computes, it meets the others, thread 1 computes
 *                                      | computes ----
 */
#include <stdlib.h>
#include "job/upcrun/launch.h"
#include "job/upcrun/trace_path.h"

/* ---- what threads do ---- */

struct call { int64_t begin, end; const char *text; int group; size_t number; }; /* the number-th one of its group */
struct wait { int64_t begin, end; int peer; const struct call *call; const char *text; };

static struct thread { struct call *call; struct wait *wait; size_t calls, waits; int64_t end; } *thread;
static int threads;

static int by_call(const void *a, const void *b) {
  const struct call *x = a, *y = b;
  return x->begin != y->begin ? x->begin < y->begin ? -1 : 1 : x->end < y->end ? 1 : x->end > y->end ? -1 : 0;
}

static int by_wait(const void *a, const void *b) {
  const struct wait *x = a, *y = b;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Which thread comes last to the executions of a call: those of a group that have the same number on their threads.
 * All barriers are one group. */
struct last { int64_t begin; int thread; };
static struct group { const char *text; struct last *last; size_t count, room; } *group;
static int groups, group_room;

static int is_named(const char *text, const char *name) { return strcmp(name_in(text), name) == 0; }
static int is_barrier(const char *text) { return is_named(text, "upc_barrier") || is_named(text, "upc_wait"); }

static int group_of(const char *text) {
  const char *name = is_barrier(text) ? "" : text;
  int g = 0;
  while (g < groups && strcmp(group[g].text, name) != 0) g++;
  if (g < groups) return g;
  if (groups == group_room) {
    group_room = 2 * group_room + 16;
    group = upcrun_memory(realloc(group, (size_t)group_room * sizeof *group), "the trace");
  }
  group[groups++] = (struct group){.text = name};
  return g;
}

static void arrives(const struct call *c, int64_t when, int t) {
  struct group *g = &group[c->group];
  if (c->number >= g->room) {
    g->room = 2 * g->room + 16;
    g->last = upcrun_memory(realloc(g->last, g->room * sizeof *g->last), "the trace");
  }
  if (c->number == g->count) g->last[g->count++] = (struct last){when, t};
  else if (c->number < g->count && when > g->last[c->number].begin) g->last[c->number] = (struct last){when, t};
}

/* A barrier in two parts is arrived at by upc_notify. */
static void number_calls(struct thread *of, int t) {
  size_t *number = upcrun_memory(calloc((size_t)groups + 1, sizeof *number), "the trace");
  int64_t notified = 0;
  for (struct call *c = of->call; c < of->call + of->calls; c++) {
    if (is_named(c->text, "upc_notify")) notified = c->begin;
    c->number = number[c->group]++;
    arrives(c, is_named(c->text, "upc_wait") ? notified : c->begin, t);
  }
  free(number);
}

/* The call in which the thread has waited; null: none. Few calls lie in others. */
static const struct call *around(const struct thread *of, int64_t begin, int64_t end) {
  enum { NESTED = 16 };
  size_t low = 0, high = of->calls;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (of->call[middle].begin <= begin) low = middle + 1;
    else high = middle;
  }
  for (int tries = 0; low-- > 0 && tries < NESTED; tries++)
    if (of->call[low].end + 1 >= end) return &of->call[low]; /* rounded */
  return NULL;
}

static void read_thread(const struct trace *trace, int t) {
  const record_t *r = trace->record[t];
  const struct host *clock = &trace->host[trace->host_of[t]];
  struct thread *of = &thread[t];
  int of_place[URTK_TRACE_PLACES];
  for (uint64_t p = 0; p < r->places; p++) of_place[p] = group_of(r->place[p].text);
  of->call = upcrun_memory(calloc(r->events + 1, sizeof *of->call), "the trace");
  of->wait = upcrun_memory(calloc(r->events + 1, sizeof *of->wait), "the trace");
  for (uint64_t i = 0; i < r->events; i++) {
    const struct urtk_trace_event *e = &r->event[i];
    const char *text = r->place[e->place].text;
    int64_t begin = begin_of(e, clock), end = begin + whole_ns(in_ns(clock, (double)e->time));
    int peer = e->peer < threads ? e->peer : -1;
    if (e->kind <= URTK_TRACE_WAIT && end > of->end) of->end = end;
    if (e->kind == URTK_TRACE_CALL) of->call[of->calls++] = (struct call){begin, end, text, of_place[e->place], 0};
    if (e->kind == URTK_TRACE_WAIT) of->wait[of->waits++] = (struct wait){begin, end, peer, NULL, text};
    else if (e->kind == URTK_TRACE_CALL && (is_barrier(text) || is_named(text, "upc_lock")))
      of->wait[of->waits++] = (struct wait){begin, end, -1, NULL, text};
  }
  qsort(of->call, of->calls, sizeof *of->call, by_call);
  qsort(of->wait, of->waits, sizeof *of->wait, by_wait);
  for (struct wait *w = of->wait; w < of->wait + of->waits; w++) w->call = around(of, w->begin, w->end);
}

/* ---- the path ---- */

static struct path found;
static size_t room;

static void add(int kind, int t, const char *text, int64_t begin, int64_t end) {
  if (end <= begin) return;
  if (found.steps == room) {
    room = 2 * room + 1024;
    found.step = upcrun_memory(realloc(found.step, room * sizeof *found.step), "the trace");
  }
  found.step[found.steps++] = (struct step){kind, t, text, begin, end};
}

/* What the thread itself does between two times: its calls, and computing between them. */
static void add_own(int t, int64_t begin, int64_t end) {
  const struct thread *of = &thread[t];
  const char *next = NULL;
  size_t i = of->calls;
  while (i > 0 && of->call[i - 1].begin >= end) next = of->call[--i].text;
  for (; end > begin && i > 0; i--) {
    const struct call *c = &of->call[i - 1];
    if (c->end <= begin && c->begin < begin) break;
    if (c->end < end) add(STEP_COMPUTES, t, next, c->end > begin ? c->end : begin, end), end = c->end;
    int64_t from = c->begin > begin ? c->begin : begin;
    if (from < end) add(STEP_CALLS, t, c->text, from, end), end = from;
    next = c->text;
  }
  add(STEP_COMPUTES, t, next, begin, end);
}

/* The latest wait that has begun before a time; null: there is none. */
static const struct wait *wait_before(int t, int64_t time) {
  const struct thread *of = &thread[t];
  size_t low = 0, high = of->waits;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (of->wait[middle].begin < time) low = middle + 1;
    else high = middle;
  }
  return low ? &of->wait[low - 1] : NULL;
}

/* The thread has waited, up to a time, for others to come to its call. Where the path goes on. */
static int met(int t, const struct wait *w, int64_t *time) {
  const struct call *c = w->call;
  const struct last *last = c && c->number < group[c->group].count ? &group[c->group].last[c->number] : NULL;
  int known = last && last->thread != t && last->begin > w->begin && last->begin < *time;
  int64_t from = known ? last->begin : w->begin;
  int meets = known || (c && is_barrier(c->text));
  add(meets ? STEP_MEETS : STEP_WAITS, t, c ? c->text : w->text, from, *time);
  *time = from;
  return known ? last->thread : t;
}

/* The same of a wait for one thread. If this one waits itself by then, it has sent before; if it has waited all the
 * time, the path goes on with whom it has waited for. */
static int heard(int t, const struct wait *w, int64_t *time) {
  int peer = w->peer;
  for (int i = 0; i < threads; i++) {
    const struct wait *its = wait_before(peer, *time);
    if (!its || its->end <= *time) return peer;
    if (its->begin > w->begin) {
      add(STEP_SENDS, peer, w->call ? w->call->text : w->text, its->begin, *time);
      *time = its->begin;
      return peer;
    }
    if (its->peer < 0 || its->peer == t) break;
    peer = its->peer;
  }
  add(STEP_WAITS, t, w->call ? w->call->text : w->text, w->begin, *time);
  *time = w->begin;
  return t;
}

static void follow(int t, int64_t time) {
  int64_t before = time + 1;
  for (int jumps = 0; time > found.begin;) {
    const struct wait *w = wait_before(t, time);
    jumps = time < before ? 0 : jumps + 1;
    before = time;
    if (!w) return add_own(t, found.begin, time);
    if (w->end < time) {
      add_own(t, w->end > found.begin ? w->end : found.begin, time);
      time = w->end;
    } else if (w->peer >= 0 && w->peer != t && jumps < threads) {
      t = heard(t, w, &time);
    } else {
      t = met(t, w, &time);
    }
  }
}

/* All of the time that is in no call. */
static double computed(const struct thread *of) {
  int64_t sum = of->end, until = 0;
  for (const struct call *c = of->call; c < of->call + of->calls; c++) {
    int64_t from = c->begin > until ? c->begin : until;
    if (c->end > from) sum -= c->end - from, until = c->end;
  }
  return (double)sum;
}

const struct path *critical_path(const struct trace *trace) {
  int latest = 0;
  for (int t = 0; t < trace->threads; t++)
    if (!trace->record[t] || trace->record[t]->lost) return NULL;
  threads = trace->threads;
  thread = upcrun_memory(calloc((size_t)threads, sizeof *thread), "the trace");
  for (int t = 0; t < threads; t++) read_thread(trace, t);
  for (int t = 0; t < threads; t++) {
    number_calls(&thread[t], t);
    if (thread[t].end > thread[latest].end) latest = t;
    found.computed += computed(&thread[t]) / threads;
  }
  found.end = thread[latest].end;
  if (found.end > found.begin) follow(latest, found.end);
  return &found;
}
