/* SPDX-License-Identifier: BSD-3-Clause
 * Copies that are waited for (upc_nb.h, bupc_memory.h): a helper of the thread makes them. */
#include <stdlib.h>
#include "core/calls.h"
#include "race/detector.h"

#ifdef URT_ONE_MAPPING

static struct race_thread *const me = &urtk_race_me;

typedef struct urt_transfer *handle_t;

struct flight {
  handle_t handle;
  uint64_t to, from;
  size_t bytes;
  uint32_t number;               /* of a helper's work */
  int writes, reads;
  struct flight *next;           /* of those without a handle */
};

static struct flight *implicit;

static void note(struct flight *f) {
  uint32_t site = urtk_race_call();
  if (!urtk_race_on() || !f->bytes) return;
  f->number = urtk_race_begins(me);
  if (f->reads) urtk_race_beside(me, f->number, f->from, f->bytes, RACE_READ, site);
  if (f->writes) urtk_race_beside(me, f->number, f->to, f->bytes, RACE_WRITE, site);
}

/* The program gets the address of our record for a handle. */
static handle_t begin(struct flight f) {
  struct flight *made = urtk_memory(1, sizeof *made, "a copy under way");
  *made = f;
  note(made);
  return (handle_t)made;
}

static struct flight both(urt_ptr_t dst, urt_ptr_t src, size_t n) {
  return (struct flight){.to = urtk_race_place(dst), .from = urtk_race_place(src), .bytes = n, .reads = 1, .writes = 1};
}
static struct flight get(void *dst, urt_ptr_t src, size_t n) {
  struct flight f = {.from = urtk_race_place(src), .bytes = n, .reads = 1};
  f.to = urtk_race_place_at(dst);
  f.writes = f.to < urtk_races_bytes;
  return f;
}
static struct flight put(urt_ptr_t dst, const void *src, size_t n) {
  struct flight f = {.to = urtk_race_place(dst), .bytes = n, .writes = 1};
  f.from = urtk_race_place_at(src);
  f.reads = f.from < urtk_races_bytes;
  return f;
}
static struct flight fill(urt_ptr_t dst, size_t n) {
  return (struct flight){.to = urtk_race_place(dst), .bytes = n, .writes = 1};
}

handle_t upc_memcpy_nb(urt_ptr_t dst, urt_ptr_t src, size_t n);
handle_t upc_memget_nb(void *dst, urt_ptr_t src, size_t n);
handle_t upc_memput_nb(urt_ptr_t dst, const void *src, size_t n);
handle_t upc_memset_nb(urt_ptr_t dst, int c, size_t n);
void upc_sync(handle_t handle);
int upc_sync_attempt(handle_t handle);

static handle_t flying(handle_t handle, struct flight f) { return f.handle = handle, begin(f); }

handle_t urt_race_upc_memcpy_nb(urt_ptr_t dst, urt_ptr_t src, size_t n) {
  return flying(upc_memcpy_nb(dst, src, n), both(dst, src, n));
}
handle_t urt_race_upc_memget_nb(void *dst, urt_ptr_t src, size_t n) {
  return flying(upc_memget_nb(dst, src, n), get(dst, src, n));
}
handle_t urt_race_upc_memput_nb(urt_ptr_t dst, const void *src, size_t n) {
  return flying(upc_memput_nb(dst, src, n), put(dst, src, n));
}
handle_t urt_race_upc_memset_nb(urt_ptr_t dst, int c, size_t n) {
  return flying(upc_memset_nb(dst, c, n), fill(dst, n));
}

static void end(struct flight *f) {
  if (urtk_race_on()) urtk_race_ended(me, f->number);
  free(f);
}

void urt_race_upc_sync(handle_t handle) {
  struct flight *f = (struct flight *)handle;
  if (!f) return;
  upc_sync(f->handle);
  end(f);
}

int urt_race_upc_sync_attempt(handle_t handle) {
  struct flight *f = (struct flight *)handle;
  if (!f) return 1;
  if (!upc_sync_attempt(f->handle)) return 0;
  end(f);
  return 1;
}

static void keep(handle_t handle) {
  struct flight *f = (struct flight *)handle;
  f->next = implicit, implicit = f;
}

void urt_race_upc_memcpy_nbi(urt_ptr_t dst, urt_ptr_t src, size_t n) { keep(urt_race_upc_memcpy_nb(dst, src, n)); }
void urt_race_upc_memget_nbi(void *dst, urt_ptr_t src, size_t n) { keep(urt_race_upc_memget_nb(dst, src, n)); }
void urt_race_upc_memput_nbi(urt_ptr_t dst, const void *src, size_t n) { keep(urt_race_upc_memput_nb(dst, src, n)); }
void urt_race_upc_memset_nbi(urt_ptr_t dst, int c, size_t n) { keep(urt_race_upc_memset_nb(dst, c, n)); }

void upc_synci(void);

void urt_race_upc_synci(void) {
  upc_synci();
  while (implicit) {
    struct flight *f = implicit;
    implicit = f->next;
    urt_race_upc_sync((handle_t)f);
  }
}

int urt_race_upc_synci_attempt(void) {
  while (implicit) {
    struct flight *f = implicit, *after = f->next;
    if (!urt_race_upc_sync_attempt((handle_t)f)) return 0;
    implicit = after;
  }
  return 1;
}

handle_t urt_race_bupc_end_accessregion(void) { return urt_race_upc_synci(), NULL; }

void urt_race_bupc_waitsync_all(handle_t *handle, size_t n) {
  for (size_t i = 0; i < n; i++) urt_race_upc_sync(handle[i]), handle[i] = NULL;
}

/* How many are pending, and how many have been completed now. */
static size_t try(handle_t *handle, size_t n, size_t *done) {
  size_t left = 0;
  *done = 0;
  for (size_t i = 0; i < n; i++) {
    if (!handle[i]) continue;
    if (urt_race_upc_sync_attempt(handle[i])) handle[i] = NULL, ++*done;
    else left++;
  }
  return left;
}

int urt_race_bupc_trysync_all(handle_t *handle, size_t n) {
  size_t done;
  return try(handle, n, &done) == 0;
}

int urt_race_bupc_trysync_some(handle_t *handle, size_t n) {
  size_t done, left = try(handle, n, &done);
  return done > 0 || left == 0;
}

void urt_race_bupc_waitsync_some(handle_t *handle, size_t n) {
  for (unsigned turn = 0; !urt_race_bupc_trysync_some(handle, n); turn++) urtc_relax(turn);
}

#endif
