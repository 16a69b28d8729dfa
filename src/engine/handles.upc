/* SPDX-License-Identifier: BSD-3-Clause
 * Handles: see handles.h. All flights are in a list by their start, and in a set by their addresses, so that a wrong
 * handle is found without a look at the memory that it leads to. */
#include "engine/handles.h"
#include "base/allocate.h"
#include "base/port.h"
#include "base/environment.h"
#include "base/number.h"
#include "arrays/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the set: open addressing, at most half full ---- */

static const upc_stride_flight_t **set;
static size_t places, flights;        /* places is a power of two */

/* The place of a flight, or the empty place where it would be. */
static size_t place_of(const upc_stride_flight_t *f) {
  size_t i = ((size_t)f >> 4) * 0x9E3779B97F4A7C15u >> 20 & (places - 1);
  while (set[i] != NULL && set[i] != f) i = (i + 1) & (places - 1);
  return i;
}

static void grow(void) {
  const upc_stride_flight_t **old = set;
  size_t n = places, i;
  places = n > 0 ? 2 * n : 8;
  set = upc_stride_alloc(places, sizeof *set, "split-phase calls");
  for (i = 0; i < n; i++)
    if (old[i] != NULL) set[place_of(old[i])] = old[i];
  free(old);
}

static void add(const upc_stride_flight_t *f) {
  if (2 * ++flights > places) grow();
  set[place_of(f)] = f;
}

/* Those that follow it without an empty place between may have been put further than where they belong. */
static void remove_from_set(const upc_stride_flight_t *f) {
  size_t i = place_of(f);
  const upc_stride_flight_t *next;
  set[i] = NULL;
  flights--;
  for (i = (i + 1) & (places - 1); (next = set[i]) != NULL; i = (i + 1) & (places - 1)) {
    set[i] = NULL;
    set[place_of(next)] = next;
  }
}

/* ---- endings ---- */

/* Of flights of kinds that tell them: those that have ended, and those of them that the program has completed, so far.
 * And how many flights of other kinds there are. */
static size_t told, completed, untold;

void upc_stride_flight_ended(void) { told++; }
size_t upc_stride_flights_ended(void) { return told; }

/* 1 if one that has ended may be in flight still. */
static int some_have_ended(void) { return told != completed || untold > 0; }

/* ---- all flights, by their start ---- */

static upc_stride_flight_t *oldest, *newest;

const upc_stride_flight_t *upc_stride_flights(void) { return oldest; }

static upc_stride_flight_t *flight_of(upc_stride_handle_t handle) {
  const upc_stride_flight_t *f = (const upc_stride_flight_t *)(void *)handle;
  return flights > 0 && set[place_of(f)] == f ? (upc_stride_flight_t *)f : NULL;
}

static void leave(upc_stride_flight_t *f) {
  if (f->older != NULL) f->older->newer = f->newer;
  else oldest = f->newer;
  if (f->newer != NULL) f->newer->older = f->older;
  else newest = f->older;
  remove_from_set(f);
}

enum { NAME = 60 };

/* The call that has started it, by the name of its form. */
static upc_stride_site_t started_by(const upc_stride_flight_t *f, char *name) {
  upc_stride_site_t site = f->kind->site(f);
  const char *form = f->kind->start != NULL ? "_init" : "_nb";
  size_t length = strlen(site.name), end = strlen(form);
  snprintf(name, NAME, "%s%s", site.name, length > end && strcmp(site.name + length - end, form) == 0 ? "" : form);
  site.name = name;
  return site;
}

const char *upc_stride_flight_started(const upc_stride_flight_t *f, char text[UPC_STRIDE_STARTED]) {
  char name[NAME], place[400];
  upc_stride_site_t site = f->kind->site(f);
  upc_stride_place_of_call(&site, place, sizeof place);
  site = started_by(f, name);
  snprintf(text, UPC_STRIDE_STARTED, place[0] != '\0' ? "%s (%s)" : "%s", site.name, place);
  return text;
}

void upc_stride_check_waited(void) {
  upc_stride_site_t site;
  char name[NAME];
  const upc_stride_flight_t *f = oldest;
  while (f != NULL && f->idle) f = f->newer;
  if (!upc_stride_environment()->check || f == NULL) return;
  site = started_by(f, name);
  upc_stride_fail(&site, "handle", "never waited for by thread %d, must be given to upc_stride_wait, or to "
                  "upc_stride_test until that returns 1", (int)MYTHREAD);
}

/* The runtime's own end of a thread was registered earlier, so it comes later. */
static void check_at_end(void) {
  static int registered;
  if (registered || !upc_stride_environment()->check) return;
  registered = 1;
  atexit(upc_stride_check_waited);
}

static void look_at_frees(void);

upc_stride_handle_t upc_stride_flight_begin(upc_stride_flight_t *f, const upc_stride_flight_kind_t *kind) {
  f->kind = kind;
  f->idle = kind->start != NULL;
  f->newer = NULL;
  f->older = newest;
  if (newest != NULL) newest->newer = f;
  else oldest = f;
  newest = f;
  untold += !kind->tells;
  add(f);
  upc_stride_note_frees(&f->frees);
  look_at_frees();
  check_at_end();
  return (upc_stride_handle_t)(void *)f;
}

/* ---- what must not be freed ---- */

static upc_stride_freed_t memory_of(upc_stride_array_t A) {
  upc_stride_freed_t m;
  m.from = upc_addrfield((shared void *)upc_stride_part(A, MYTHREAD));
  m.bytes = upc_stride_layout_bytes(&A->layout);
  m.thread = -1;
  return m;
}

static int overlap(const upc_stride_freed_t *m, const upc_stride_freed_t *other) {
  if (m->thread >= 0 && other->thread >= 0 && m->thread != other->thread) return 0;
  return m->from < upc_stride_added(other->from, other->bytes) && other->from < upc_stride_added(m->from, m->bytes);
}

static int uses_place(const upc_stride_flight_t *f, const upc_stride_freed_t *m) {
  upc_stride_freed_t other;
  if (f->place == NULL) return 0;
  other.from = upc_addrfield((shared void *)f->place), other.bytes = 1;
  other.thread = (int)upc_threadof((shared void *)f->place);
  return overlap(m, &other);
}

static int uses_array(const upc_stride_flight_t *f, const upc_stride_freed_t *m) {
  upc_stride_freed_t other;
  int i;
  for (i = 0; i < 2; i++) {
    if (f->array[i] == NULL) continue;
    other = memory_of(f->array[i]);
    if (overlap(m, &other)) return 1;
  }
  return 0;
}

static int uses(const upc_stride_flight_t *f, const upc_stride_freed_t *m) {
  return uses_array(f, m) || uses_place(f, m);
}

static void refuse(const upc_stride_site_t *call, const char *argument, const upc_stride_flight_t *f) {
  char text[UPC_STRIDE_STARTED];
  upc_stride_fail(call, argument, "memory of %s, which is in flight, must be freed after upc_stride_wait",
                  upc_stride_flight_started(f, text));
}

void upc_stride_check_idle(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A) {
  const upc_stride_flight_t *f = oldest;
  upc_stride_freed_t m;
  if (f == NULL) return;
  m = memory_of(A);
  for (; f != NULL; f = f->newer)
    if (!f->idle && (f->array[0] == A || f->array[1] == A || (A->kind == UPC_STRIDE_ALLOCATED && uses(f, &m))))
      refuse(call, argument, f);
}

static void look_at_freed(const upc_stride_use_t *use, const upc_stride_site_t *call, const upc_stride_freed_t *m) {
  const upc_stride_flight_t *f;
  (void)use;
  for (f = oldest; f != NULL; f = f->newer)
    if (!f->idle && uses(f, m)) refuse(call, "ptr", f);
}

/* Those of all flights; it never ends. */
static void look_at_frees(void) {
  static upc_stride_use_t of_flights = {look_at_freed, NULL};
  static int begun;
  if (!begun) upc_stride_use_begins(&of_flights);
  begun = 1;
}

/* The place of a root is the root's: it may free it when its own call has ended. */
static int is_used(const void *flight, const upc_stride_freed_t *m) {
  const upc_stride_flight_t *f = flight;
  if (uses_array(f, m)) return 1;
  return f->place != NULL && upc_threadof((shared void *)f->place) == MYTHREAD && uses_place(f, m);
}

int upc_stride_flight_freed_by(const upc_stride_flight_t *f) { return upc_stride_freed_since(&f->frees, is_used, f); }

/* ---- the calls ---- */

static upc_stride_flight_t *checked(const char *name, const upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = handle != NULL && *handle != NULL ? flight_of(*handle) : NULL;
  upc_stride_site_t call;
  if (f != NULL || (handle != NULL && *handle == NULL)) return f;
  call = upc_stride_site(name, NULL);
  if (handle == NULL) upc_stride_fail(&call, "handle", "null, must be the address of a handle");
  upc_stride_fail(&call, "handle", "of no call in flight, must be what a split-phase call returned, and not be copied");
  return NULL;
}

/* Of a complete one. Its handle is null even if the end fails and its error returns. */
static void end(const char *name, upc_stride_handle_t *handle, upc_stride_flight_t *f) {
  const int freed_by = upc_stride_flight_freed_by(f);
  upc_stride_site_t call;
  char started[UPC_STRIDE_STARTED];
  if (freed_by >= 0) upc_stride_flight_started(f, started);
  if (f->kind->tells) completed++;
  else untold--;
  if (f->kind->start != NULL) {
    f->idle = 1;
  } else {
    *handle = NULL;
    leave(f);
  }
  f->kind->end(f);
  if (freed_by < 0) return;
  call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, "handle", "of %s, memory of which thread %d has freed meanwhile, must be freed after "
                  "upc_stride_wait", started, freed_by);
}

void upc_stride_wait(upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = checked("upc_stride_wait", handle);
  if (f == NULL || f->idle) return;
  f->kind->wait(f);
  end("upc_stride_wait", handle, f);
}

int upc_stride_test(upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = checked("upc_stride_test", handle);
  if (f == NULL || f->idle) return 1;
  if (!f->kind->test(f)) return 0;
  if (!f->kind->ends_in_wait) end("upc_stride_test", handle, f);
  return 1;
}

/* ---- calls that are started several times ---- */

/* An idle one; `what` would be done with one that is in flight. */
static upc_stride_flight_t *idle_one(const char *name, const upc_stride_handle_t *handle, const char *what) {
  upc_stride_flight_t *f = checked(name, handle);
  upc_stride_site_t call;
  if (f == NULL || (f->kind->start != NULL && f->idle)) return f;
  call = upc_stride_site(name, NULL);
  if (f->kind->start == NULL)
    upc_stride_fail(&call, "handle", "of a call that was not prepared, must be what a form with _init returned");
  upc_stride_fail(&call, "handle", "of a call in flight, must be waited for before it is %s", what);
  return NULL;
}

void upc_stride_start_call(upc_stride_handle_t handle) {
  upc_stride_flight_t *f = idle_one("upc_stride_start_call", &handle, "started again");
  if (f == NULL) return;
  f->kind->start(f); /* if its error returns, the call stays idle */
  f->idle = 0;
}

void upc_stride_free_call(upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = idle_one("upc_stride_free_call", handle, "freed");
  *handle = NULL;
  if (f == NULL) return;
  leave(f);
  f->kind->release(f);
}

void upc_stride_flight_turn(upc_stride_flight_t *flight, int looks, unsigned turn) {
  (void)flight, (void)looks;
  upc_stride_poll();
  upc_stride_relax(turn);
}

/* ---- several ---- */

/* A list of handles. Each is checked when it is looked at. */
typedef struct several {
  const char *name;                   /* of the call */
  upc_stride_handle_t *handle;
  size_t count, first, next;          /* handles; the first in flight, or one before it; the next of all that looks */
  int open;                           /* 1: some are in flight */
} several_t;

static void check_list(const char *name, const upc_stride_handle_t *handles, size_t count) {
  upc_stride_site_t call;
  if (count == 0 || (handles != NULL && count <= UPC_STRIDE_MOST_BYTES / sizeof *handles)) return;
  call = upc_stride_site(name, NULL);
  if (handles != NULL)
    upc_stride_fail(&call, "count", "%zu handles, must be a number that memory has room for", count);
  upc_stride_fail(&call, "handles", "null, must be a list of %zu handles", count);
}

static upc_stride_flight_t *flight_at(const several_t *S, size_t i) {
  upc_stride_flight_t *f = S->handle[i] == NULL ? NULL : checked(S->name, &S->handle[i]);
  upc_stride_site_t call;
  if (f == NULL || f->idle) return NULL;
  if (!f->kind->ends_in_wait) return f;
  call = upc_stride_site(S->name, NULL);
  upc_stride_fail(&call, "handles",
                  "handle %zu is of a call of files, which all members complete in one order, must be "
                  "given to upc_stride_wait or upc_stride_wait_all", i);
  return NULL;
}

static size_t after(size_t i, size_t count) { return i + 1 < count ? i + 1 : 0; }

/* The next of *left handles, from *at on, round the list, that has ended; S->count: none has. Where no flight has, one
 * look at the first that is in flight is enough. */
static size_t next_ended(several_t *S, size_t *at, size_t *left) {
  size_t i;
  for (; *left > 0; --*left, *at = after(*at, S->count)) {
    upc_stride_flight_t *f = flight_at(S, *at);
    if (f == NULL) continue;
    if (!S->open) S->first = *at;
    S->open = 1;
    if (!some_have_ended()) return S->count;
    if (!f->kind->ended(f)) continue;
    i = *at, *at = after(i, S->count), --*left;
    return i;
  }
  return S->count;
}

/* A turn of the flights, seen by the first of the list, which mostly is the oldest: messages come in the order of the
 * calls. Now and then another one looks whether it can end. */
static void turn(several_t *S, unsigned number) {
  enum { LOOKS = 64 };
  const int looks = number % LOOKS == LOOKS - 1;
  size_t i = looks ? S->next++ % S->count : S->first;
  upc_stride_flight_t *f;
  while ((f = flight_at(S, i)) == NULL) i = after(i, S->count);
  if (!looks) S->first = i;
  f->kind->turn(f, looks, number);
}

/* Most programs give one list again and again until all of it is complete, and calls mostly end in the order of the
 * list. So a call looks first where the one before has stopped: a drained list takes a look for each handle. */
static const upc_stride_handle_t *latest_list;
static size_t latest_place;

static size_t first_place(const upc_stride_handle_t *handles, size_t count) {
  return handles == latest_list && latest_place < count ? latest_place : 0;
}

static void stop_at(const upc_stride_handle_t *handles, size_t place) {
  latest_list = handles;
  latest_place = place;
}

/* The place of a flight that has ended; `count` if none is in flight. *at and *left are for more of them. The list is
 * looked at again only if one has ended meanwhile. */
static size_t await_one(several_t *S, const char *name, upc_stride_handle_t *handles, size_t count, size_t *at,
                        size_t *left) {
  unsigned number = 0;
  size_t before, i;
  check_list(name, handles, count);
  S->name = name, S->handle = handles, S->count = count, S->next = 0, S->open = 0;
  S->first = *at = first_place(handles, count);
  for (;;) {
    before = told, *left = count;
    i = next_ended(S, at, left);
    if (i < count || !S->open) return i;
    while (told == before && untold == 0) turn(S, number++);
    if (untold > 0) turn(S, number++);
    *at = S->first;
  }
}

static void end_at(const several_t *S, size_t i) {
  stop_at(S->handle, after(i, S->count));
  end(S->name, &S->handle[i], flight_at(S, i));
}

void upc_stride_wait_all(upc_stride_handle_t *handles, size_t count) {
  size_t i;
  check_list("upc_stride_wait_all", handles, count);
  for (i = 0; i < count; i++) upc_stride_wait(&handles[i]);
}

size_t upc_stride_wait_any(upc_stride_handle_t *handles, size_t count) {
  several_t S;
  size_t at, left, i = await_one(&S, "upc_stride_wait_any", handles, count, &at, &left);
  if (i < count) end_at(&S, i);
  return i;
}

size_t upc_stride_wait_some(upc_stride_handle_t *handles, size_t count, size_t *indices) {
  upc_stride_site_t call;
  several_t S;
  size_t at, left, i, found = 0;
  if (count > 0 && indices == NULL) {
    call = upc_stride_site("upc_stride_wait_some", NULL);
    upc_stride_fail(&call, "indices", "null, must be a list of %zu indices", count);
  }
  i = await_one(&S, "upc_stride_wait_some", handles, count, &at, &left);
  while (i < count) {
    indices[found++] = i;
    end_at(&S, i);
    i = some_have_ended() ? next_ended(&S, &at, &left) : count;
  }
  return found;
}

/* 1 if it is null, or of a call that is not started. */
static int is_complete(upc_stride_handle_t handle) {
  const upc_stride_flight_t *f = handle == NULL ? NULL : flight_of(handle);
  return handle == NULL || (f != NULL && f->idle);
}

int upc_stride_test_all(upc_stride_handle_t *handles, size_t count) {
  size_t i = first_place(handles, count), left = count;
  check_list("upc_stride_test_all", handles, count);
  for (; left > 0 && is_complete(handles[i]); left--) i = after(i, count);
  stop_at(handles, i);
  if (left > 0 && !upc_stride_test(&handles[i])) return 0;
  for (; left > 0; left--, i = after(i, count)) {
    upc_stride_flight_t *f = handles[i] == NULL ? NULL : checked("upc_stride_test_all", &handles[i]);
    stop_at(handles, i);
    if (f == NULL || f->idle) continue;
    if (!f->kind->ended(f)) return 0;
    if (!f->kind->ends_in_wait) end("upc_stride_test_all", &handles[i], f);
  }
  return 1;
}
