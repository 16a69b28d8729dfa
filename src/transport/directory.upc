/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Directories: hash tables in shared memory. Only their owner writes them. Others read them at the same time, so an
 * entry never moves, and its thread number is written last. When a table is half full, a link leads to a new one,
 * twice as large. (So base/hash_map.h, which moves its entries, cannot be used.)
 *
 *   table:  [next table] [thread + 1, its ring] [0] [thread + 1, its ring] ..
 *
 * Among many threads rings lie together, first the lines of all of them. Most messages are short and need a line alone,
 * and most rings have few. So the lines that are used are on one page.
 *
 *   rings a, b, with 3 lines:  a0 b0 a1 b1 a2 b2, a's slots, b's slots
 */
#include "transport/directory.h"
#include "base/environment.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"
#include "base/tuned.h"

#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef struct entry {
  unsigned thread;              /* and 1; 0: empty. In the first entry, the link, 1: there is a next table */
  unsigned slots;               /* the distance from the ring's begin to its slots */
  upc_stride_ring_t place;
} entry_t;

/* Entries of the first table, and how many rings are allocated at a time in jobs of many threads. The first rings are
 * allocated before main: a program may fill its heap later. In a tree a thread has few neighbours, and unused rings
 * would be most of what a thread of a simulated machine takes. So nothing writes to a ring before its first message. */
enum { FIRST_TABLE = 32, BATCH = 8 };

static shared upc_stride_ring_t tables[THREADS]; /* each thread's first, valid once it is known */
static shared int nodes[THREADS];
static strict shared int known[THREADS];

static upc_stride_ring_t table, unused;          /* the caller's last table; its rings without a thread */
static unsigned entries, filled;                 /* of the last table */
static size_t rings_unused, rings;
static size_t lines, slots, between;             /* bytes of a ring's lines, of its slots; from one slot to the next */
static size_t together;                          /* rings that lie together */

static upc_stride_ring_t whole_lines(size_t bytes) {
  upc_stride_ring_t place = upc_stride_shared_alloc(bytes + UPC_STRIDE_LINE, "messages of the library");
  place += upc_stride_to_line((char *)place);
  return place;
}

static upc_stride_ring_t entry(upc_stride_ring_t of, unsigned i) { return of + (size_t)i * sizeof(entry_t); }

/* The entry at which the search for a thread starts, in a table of `size` entries (a power of two). */
static unsigned start(int thread, unsigned size) { return (unsigned)thread * 2654435761u & (size - 1); }

static unsigned thread_in(upc_stride_ring_t e) { return *(strict shared [] unsigned *)e; }

/* One of the owner's, of which `thread` has been read: the others were written before. Far ones are read together. */
static entry_t entry_at(upc_stride_ring_t e, int owner) {
  entry_t copy;
  if (upc_stride_has_atomics() && upc_stride_near(owner)) return *(const entry_t *)upc_stride_address((shared void *)e);
  upc_memget(&copy, (shared void *)e, sizeof copy);
  return copy;
}

static void write_entry(upc_stride_ring_t e, unsigned thread, upc_stride_ring_t place, size_t to_slots) {
  *(shared [] unsigned *)(e + offsetof(entry_t, slots)) = (unsigned)to_slots;
  *(shared [] upc_stride_ring_t *)(e + offsetof(entry_t, place)) = place;
  *(strict shared [] unsigned *)e = thread;
}

static size_t table_bytes(unsigned size) {
  const size_t bytes = (1 + (size_t)size) * sizeof(entry_t);
  return (bytes + UPC_STRIDE_LINE - 1) / UPC_STRIDE_LINE * UPC_STRIDE_LINE;
}

static upc_stride_ring_t new_table(upc_stride_ring_t place, unsigned size) {
  entries = size;
  filled = 0;
  table = place;
  memset((char *)table, 0, table_bytes(size));
  return table;
}

static size_t ring_bytes(void) { return lines + slots; }

static void new_rings(upc_stride_ring_t place, size_t n) {
  unused = place;
  rings_unused = n;
  rings += n;
}

/* Memory that is as the system gave it is zero, and takes room once it is written. */
static void clear_words(char *memory, size_t bytes, size_t distance) {
  size_t at;
  for (at = 0; at < bytes; at += distance)
    if (*(unsigned *)(memory + at) != 0) *(unsigned *)(memory + at) = 0;
}

/* The next one of those that are unused. */
static upc_stride_ring_t take_ring(size_t *to_slots) {
  const size_t number = (together - rings_unused % together) % together;
  upc_stride_ring_t ring = unused + number * UPC_STRIDE_LINE;
  *to_slots = together * lines - number * UPC_STRIDE_LINE + number * slots;
  clear_words((char *)ring, together * lines, together * UPC_STRIDE_LINE);
  clear_words((char *)ring + *to_slots, slots, between);
  rings_unused--;
  if (number + 1 == together) unused += together * ring_bytes();
  return ring;
}

size_t upc_stride_directory_open(upc_stride_ring_size_t size) {
  const size_t few = THREADS <= UPC_STRIDE_FEW_THREADS, first = few ? THREADS : BATCH;
  upc_stride_ring_t place;
  lines = size.lines * UPC_STRIDE_LINE;
  slots = size.slots * size.slot_bytes;
  between = size.slot_bytes;
  together = few ? 1 : BATCH;
  place = whole_lines(table_bytes(FIRST_TABLE) + first * ring_bytes()); /* two allocations would ask thread 0 twice */
  tables[MYTHREAD] = new_table(place, FIRST_TABLE);
  new_rings(place + table_bytes(FIRST_TABLE), first);
  nodes[MYTHREAD] = upc_stride_my_node();
  known[MYTHREAD] = 1;
  return together * UPC_STRIDE_LINE;
}

upc_stride_ring_t upc_stride_directory_give(int thread, size_t *to_slots) {
  upc_stride_ring_t ring;
  unsigned i;
  if (rings_unused == 0) new_rings(whole_lines(BATCH * ring_bytes()), BATCH);
  ring = take_ring(to_slots);
  if (2 * filled >= entries) {
    upc_stride_ring_t full = table;
    write_entry(full, 1, new_table(whole_lines(table_bytes(2 * entries)), 2 * entries), 0);
  }
  for (i = start(thread, entries); thread_in(entry(table, 1 + i)) != 0; i = (i + 1) & (entries - 1)) {}
  write_entry(entry(table, 1 + i), (unsigned)thread + 1, ring, *to_slots);
  filled++;
  return ring;
}

upc_stride_ring_t upc_stride_directory_find(int thread, size_t *to_slots) {
  upc_stride_ring_t t;
  unsigned size, i, found;
  if (!known[thread]) return NULL;
  t = tables[thread];
  for (size = FIRST_TABLE;; size *= 2) {
    for (i = start(MYTHREAD, size); (found = thread_in(entry(t, 1 + i))) != 0; i = (i + 1) & (size - 1))
      if (found == (unsigned)MYTHREAD + 1) {
        const entry_t e = entry_at(entry(t, 1 + i), thread);
        *to_slots = e.slots;
        return e.place;
      }
    if (thread_in(t) == 0) return NULL;
    t = entry_at(t, thread).place;
  }
}

int upc_stride_node(int thread) {
  unsigned turn = 0;
  int node = upc_stride_node_of(thread);
  if (node >= 0) return node;
  while (!known[thread]) upc_stride_relax(turn++);
  return nodes[thread];
}

size_t upc_stride_directory_bytes(void) { return rings * ring_bytes(); }
