/* SPDX-License-Identifier: BSD-3-Clause
 * Handles: see handles.h. All flights are in a list by their start, and in a set by their addresses, so that a wrong
 * handle is found without a look at the memory that it leads to. */
#include "engine/handles.h"
#include "base/allocate.h"
#include "base/environment.h"
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
  places = n > 0 ? 2 * n : 64;
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

/* ---- all flights, by their start ---- */

static upc_stride_flight_t *oldest, *newest;

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

void upc_stride_check_waited(void) {
  upc_stride_site_t site;
  char name[60];
  size_t length;
  if (!upc_stride_environment()->check || oldest == NULL) return;
  site = oldest->kind->site(oldest);
  length = strlen(site.name);
  snprintf(name, sizeof name, "%s%s", site.name, length > 3 && strcmp(site.name + length - 3, "_nb") == 0 ? "" : "_nb");
  site.name = name;
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

upc_stride_handle_t upc_stride_flight_begin(upc_stride_flight_t *f, const upc_stride_flight_kind_t *kind) {
  f->kind = kind;
  f->newer = NULL;
  f->older = newest;
  if (newest != NULL) newest->newer = f;
  else oldest = f;
  newest = f;
  add(f);
  check_at_end();
  return (upc_stride_handle_t)(void *)f;
}

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

static void end(upc_stride_flight_t *f) {
  leave(f);
  f->kind->end(f);
}

/* The handle is null even if the call fails and its error returns. */
void upc_stride_wait(upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = checked("upc_stride_wait", handle);
  *handle = NULL;
  if (f == NULL) return;
  f->kind->wait(f);
  end(f);
}

int upc_stride_test(upc_stride_handle_t *handle) {
  upc_stride_flight_t *f = checked("upc_stride_test", handle);
  if (f == NULL) return 1;
  if (!f->kind->test(f)) return 0;
  if (f->kind->ends_in_wait) return 1;
  *handle = NULL;
  end(f);
  return 1;
}
