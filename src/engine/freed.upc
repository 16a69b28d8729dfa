/* SPDX-License-Identifier: BSD-3-Clause
 * What must not be freed: explained in freed.h. */
#include "engine/freed.h"
#include "arrays/check.h"
#include "base/environment.h"
#include "base/number.h"
#include "base/port.h"
#include "upc_stride_coll.h"

#include <string.h>

static upc_stride_use_t *latest;          /* that has begun and not ended */

/* What all threads have lies on thread 0. What one has is no part of an array, but of a view. */
static upc_stride_freed_t freed_memory(const char *name, shared void *place) {
  const size_t rest = upc_stride_object_rest(place);
  upc_stride_freed_t m;
  m.from = upc_addrfield(place), m.bytes = rest < UPC_STRIDE_MOST_BYTES ? rest : 1;
  m.thread = strcmp(name, "upc_all_free") == 0 || upc_threadof(place) == 0 ? -1 : (int)upc_threadof(place);
  return m;
}

/* The runtime calls it. */
static void look_at_freed(const char *name, const void *pointer) {
  const upc_stride_use_t *u = latest;
  upc_stride_site_t call;
  upc_stride_freed_t m;
  shared void *place;
  if (u == NULL) return;
  memcpy(&place, pointer, sizeof place);
  m = freed_memory(name, place);
  call = upc_stride_site(name, NULL);
  for (; u != NULL; u = u->around) u->look(u, &call, &m);
}

void upc_stride_use_begins(upc_stride_use_t *u) {
  u->around = latest;
  latest = u;
  upc_stride_before_free(look_at_freed);
}

void upc_stride_use_ends(const upc_stride_use_t *u) { latest = u->around; }

/* ---- what other threads free ---- */

static const volatile unsigned long *of_all, *own;  /* the numbers; null: not here */

static void find_numbers(void) {
  static int found;
  if (found) return;
  found = 1;
  of_all = upc_stride_frees_here(-1);
  own = upc_stride_frees_here(MYTHREAD);
}

unsigned long upc_stride_frees_seen(int with_own) {
  find_numbers();
  return (of_all != NULL ? *of_all : 0) + (with_own && own != NULL ? *own : 0);
}

/* Each call in flight comes here twice. */
void upc_stride_note_frees(upc_stride_frees_t *frees) {
  find_numbers();
  if (of_all != NULL) frees->of_all = *of_all;
  else frees->of_all = upc_stride_environment()->check ? upc_stride_frees(-1) : 0;
  frees->own = own != NULL ? *own : 0;
}

/* Of the memory that all threads have (-1), or of the caller's; the latest first, up to one that the runtime no longer
 * knows. */
static int freed_by(int thread, unsigned long since, unsigned long now,
                    int (*is_used)(const void *what, const upc_stride_freed_t *m), const void *what) {
  upc_stride_freed_t m;
  int by = 0;
  m.thread = thread;
  while (by >= 0 && now != since)
    if ((by = upc_stride_freed(thread, --now, &m.from, &m.bytes)) >= 0 && is_used(what, &m)) return by;
  return -1;
}

int upc_stride_freed_since(const upc_stride_frees_t *since,
                           int (*is_used)(const void *what, const upc_stride_freed_t *m), const void *what) {
  upc_stride_frees_t now;
  int by;
  upc_stride_note_frees(&now);
  if (now.of_all == since->of_all && now.own == since->own) return -1;
  by = freed_by(-1, since->of_all, now.of_all, is_used, what);
  if (by < 0) by = freed_by(MYTHREAD, since->own, now.own, is_used, what);
  return by;
}
