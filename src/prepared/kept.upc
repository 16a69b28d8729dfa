/* SPDX-License-Identifier: BSD-3-Clause
 * Kept plans: a list by time of use, and chains of plans with the same 32 bits of hash, found by a hash map. */
#include "prepared/prepared.h"
#include "base/allocate.h"
#include "base/hash_map.h"
#include "base/port.h"

#include <unistd.h>

enum { MOST_BYTES = 32 << 20, LEAST_BYTES = 32 << 10, LEAST_IF_SIMULATED = 4 << 10 };
enum { PART_OF_MEMORY = 128, PART_IF_SIMULATED = 4096, CHAIN = 8 };

typedef struct entry {
  upc_stride_prepared_t *plan;
  size_t bytes;
  int newer, older;                   /* entries by time of use; -1: none                            */
  int next;                           /* in the chain of its hash, or among unused entries; -1: none */
} entry_t;

/* Both tables double when they are full; that of the chains is at most half full. */
enum { BYTES_OF_ENTRY = 2 * sizeof(entry_t) + 4 * sizeof(upc_stride_bucket_t) };

static entry_t *entries;              /* used ones and unused ones */
static int count, capacity, unused = -1;
static int newest = -1, oldest = -1;
static size_t bytes_kept;
static upc_stride_hash_map_t chains;  /* from 32 bits of a hash to the first entry of the chain */

/* The most bytes that plans may take. The threads of a simulated machine, maybe thousands, are all on this host. */
static size_t bound(void) {
  static size_t most;
  if (most == 0) {
    int is_simulated = upc_stride_waits_for_events();
    size_t least = is_simulated ? LEAST_IF_SIMULATED : LEAST_BYTES;
    most = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    most /= is_simulated ? PART_IF_SIMULATED * (size_t)THREADS : PART_OF_MEMORY * (size_t)upc_stride_threads_here();
    if (most > MOST_BYTES) most = MOST_BYTES;
    if (most < least) most = least;
  }
  return most;
}

static unsigned key_of(const upc_stride_prepared_t *P) { return (unsigned)P->hash; }

/* ---- the list by time of use ---- */

static void unlink_entry(int e) {
  const entry_t *x = &entries[e];
  if (x->newer >= 0) entries[x->newer].older = x->older;
  else newest = x->older;
  if (x->older >= 0) entries[x->older].newer = x->newer;
  else oldest = x->newer;
}

static void link_newest(int e) {
  entries[e].newer = -1;
  entries[e].older = newest;
  if (newest >= 0) entries[newest].newer = e;
  else oldest = e;
  newest = e;
}

/* ---- chains ---- */

static void leave_chain(int e) {
  unsigned key = key_of(entries[e].plan);
  int i = upc_stride_hash_map_find(&chains, key);
  if (i == e && entries[e].next < 0) {
    upc_stride_hash_map_remove(&chains, key);
  } else if (i == e) {
    upc_stride_hash_map_set(&chains, key, entries[e].next);
  } else {
    while (entries[i].next != e) i = entries[i].next;
    entries[i].next = entries[e].next;
  }
}

static void join_chain(int e) {
  unsigned key = key_of(entries[e].plan);
  entries[e].next = upc_stride_hash_map_find(&chains, key);
  upc_stride_hash_map_set(&chains, key, e);
}

/* ---- plans ---- */

static void drop(int e) {
  upc_stride_prepared_t *P = entries[e].plan;
  leave_chain(e);
  unlink_entry(e);
  bytes_kept -= entries[e].bytes;
  entries[e].next = unused;
  unused = e;
  P->kept = -1;
  if (P->in_flight == 0) upc_stride_prepared_free(P);
}

/* Drops the plans that were not used for the longest time, as far as the bound needs it. */
static void drop_beyond_bound(void) {
  int e = oldest;
  while (e >= 0 && bytes_kept > bound()) {
    int newer = entries[e].newer;
    if (!entries[e].plan->latest && e != newest) drop(e);
    e = newer;
  }
}

/* Drops the last entry of a chain that is too long: a search goes through all of it. */
static void shorten_chain(int e) {
  int length = 1;
  for (; entries[e].next >= 0; length++) e = entries[e].next;
  if (length > CHAIN && !entries[e].plan->latest) drop(e);
}

static int new_entry(void) {
  int e = unused;
  if (e >= 0) {
    unused = entries[e].next;
    return e;
  }
  entries = upc_stride_grown(entries, count, &capacity, sizeof *entries, "kept plans");
  return count++;
}

void upc_stride_kept_add(upc_stride_prepared_t *P) {
  int e = new_entry();
  entries[e].plan = P;
  entries[e].bytes = upc_stride_prepared_memory(P) + BYTES_OF_ENTRY;
  bytes_kept += entries[e].bytes;
  P->kept = e;
  join_chain(e);
  link_newest(e);
  shorten_chain(e);
  drop_beyond_bound();
}

void upc_stride_kept_use(const upc_stride_prepared_t *P) {
  if (P->kept == newest) return;
  unlink_entry(P->kept);
  link_newest(P->kept);
}

void upc_stride_kept_renew(void) {
  int e = newest;
  while (e >= 0) {
    const int older = entries[e].older;
    entries[e].plan->args.build = NULL;
    if (!entries[e].plan->latest) drop(e);
    e = older;
  }
}

upc_stride_prepared_t *upc_stride_kept_find(size_t hash, const upc_stride_prepared_t *after) {
  int e = after == NULL ? upc_stride_hash_map_find(&chains, (unsigned)hash) : entries[after->kept].next;
  while (e >= 0 && entries[e].plan->hash != hash) e = entries[e].next;
  return e < 0 ? NULL : entries[e].plan;
}
