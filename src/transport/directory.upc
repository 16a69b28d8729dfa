/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Directories: hash tables in shared memory. Only their owner writes them. Others read them at the same time, so an
 * entry never moves, and is one word, which is read as a whole. When a table is half full, a link leads to a new one,
 * twice as large. (So base/hash_map.h, which moves its entries, cannot be used.)
 *
 *   table:  [next table] [thread, its ring] [0] [thread, its ring] ..
 *
 * To a far thread each look at a word is a message and its answer. The first table is a static object, so all threads
 * know where it is, and one look finds most rings.
 *
 * Among many threads rings lie together, first the lines of all of them. Most messages are short and need a line alone,
 * and most rings have few. So the lines that are used are on one page.
 *
 *   rings a, b, with 3 lines:  a0 b0 a1 b1 a2 b2, a's slots, b's slots
 */
#include "transport/directory.h"
#include "base/environment.h"
#include "base/fail.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"
#include "base/tuned.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

/* A word of a table; 0 is none. From the lowest bit: a thread's number and 1, or 1 for a table; the ring's number among
 * those that lie together; the distance from the owner's first table to the ring or table, in units of 8 bytes: up to
 * 2 TB, either way, which is more than a thread's shared memory. So static objects and allocated memory of a thread
 * must lie in one range of addresses, as in all implementations that we know (entry_for checks it). */
typedef uint64_t entry_t;
enum { OF_THREAD = 20, OF_NUMBER = 5, UNIT = 8 };

/* Entries of the first table, and how many rings are allocated at a time in jobs of many threads. The first rings are
 * allocated before main: a program may fill its heap later. In a tree a thread has few neighbours, and unused rings
 * would be most of what a thread of a simulated machine takes. So nothing writes to a ring before its first message.
 * If lines are short, twice as many rings are together. */
enum { FIRST_TABLE = 64, OF_FIRST_TABLE = 6, FIRST_WORDS = 1 + FIRST_TABLE, MOST_TOGETHER = 1 << OF_NUMBER };

static strict shared [FIRST_WORDS] entry_t first_tables[FIRST_WORDS * THREADS];
static shared int nodes[THREADS];
static strict shared int known[THREADS];         /* 1: its node is there */

typedef strict shared [] entry_t *table_t;
static table_t table;                            /* the caller's last one */
static unsigned entries, filled;                 /* of this table: a power of two, as an exponent; those in use */
static upc_stride_ring_t unused;                 /* the caller's rings without a thread */
static size_t rings_unused, rings;
static size_t line, lines, slots, between;       /* bytes of a line, of a ring's, of its slots; between two slots */
static size_t together;                          /* rings that lie together */
static size_t batch;                             /* rings that are allocated at a time */

static upc_stride_ring_t whole_lines(size_t bytes) {
  upc_stride_ring_t place = upc_stride_shared_alloc(bytes + UPC_STRIDE_LINE, "messages of the library");
  place += upc_stride_to_line((char *)place);
  return place;
}

static table_t first_table(int owner) { return (table_t)&first_tables[(size_t)owner * FIRST_WORDS]; }

/* The entry at which the search for a thread starts, in a table of 2^size entries. The partners of a thread often
 * differ from each other in high bits of their numbers alone. The product brings all bits to the highest ones. */
static unsigned start(int thread, unsigned size) { return (uint32_t)thread * 2654435761u >> (32 - size); }

static unsigned after(unsigned i, unsigned size) { return (i + 1) & ((1u << size) - 1); }

static unsigned thread_in(entry_t e) { return (unsigned)(e & ((1u << OF_THREAD) - 1)); }

static size_t number_in(entry_t e) { return (size_t)(e >> OF_THREAD & (MOST_TOGETHER - 1)); }

static upc_stride_ring_t place_in(entry_t e, int owner) {
  return (upc_stride_ring_t)first_table(owner) + ((int64_t)e >> (OF_THREAD + OF_NUMBER)) * UNIT;
}

static entry_t entry_for(unsigned thread, size_t number, upc_stride_ring_t place) {
  const int64_t units = (place - (upc_stride_ring_t)first_table(MYTHREAD)) / UNIT;
  const entry_t e = (entry_t)units << (OF_THREAD + OF_NUMBER) | (entry_t)number << OF_THREAD | thread;
  if (place_in(e, MYTHREAD) != place) upc_stride_fail_line("upc_stride: shared memory lies too far from static memory");
  return e;
}

/* The caller's last table becomes this one. Only the caller writes to its tables, so it reads them by address. */
static void use_table(table_t new, unsigned size) {
  entries = size;
  filled = 0;
  table = new;
}

static void add_table(void) {
  const size_t bytes = upc_stride_whole_lines((1 + ((size_t)2 << entries)) * sizeof(entry_t));
  const table_t full = table;
  upc_stride_ring_t place = whole_lines(bytes);
  memset((char *)place, 0, bytes);
  use_table((table_t)place, entries + 1);
  *full = entry_for(1, 0, place);
}

static size_t ring_bytes(void) { return lines + slots; }

static void new_rings(upc_stride_ring_t place, size_t n) {
  unused = place;
  rings_unused = n;
  rings += n;
}

/* Memory that is as the system gave it is zero, and takes room once it is written. */
static void clear_heads(char *memory, size_t bytes, size_t distance) {
  size_t at, i;
  for (at = 0; at < bytes; at += distance) {
    uint64_t *head = (uint64_t *)(memory + at);
    for (i = 0; i < UPC_STRIDE_RING_HEAD / sizeof *head; i++)
      if (head[i] != 0) head[i] = 0;
  }
}

/* From a ring to its slots, by its number among those that lie together. */
static size_t to_slots(size_t number) { return together * lines - number * line + number * slots; }

/* The next one of those that are unused. Slots for a far thread stay untouched: what has come is said by lines. */
static upc_stride_ring_t take_ring(int near, size_t *number) {
  upc_stride_ring_t ring;
  *number = (together - rings_unused % together) % together;
  ring = unused + *number * line;
  clear_heads((char *)ring, together * lines, together * line);
  if (near) clear_heads((char *)ring + to_slots(*number), slots, between);
  rings_unused--;
  if (*number + 1 == together) unused += together * ring_bytes();
  return ring;
}

size_t upc_stride_directory_open(upc_stride_ring_size_t size, size_t bytes_before, upc_stride_ring_t *before) {
  const size_t few = THREADS <= UPC_STRIDE_FEW_THREADS;
  size_t first;
  if (THREADS >= 1 << OF_THREAD) upc_stride_fail_line("upc_stride: a job has at most 1,048,575 threads");
  line = size.line_bytes;
  batch = line < UPC_STRIDE_LINE ? MOST_TOGETHER : MOST_TOGETHER / 2;
  lines = size.lines * line;
  slots = size.slots * size.slot_bytes;
  between = size.slot_bytes;
  together = few ? 1 : batch;
  first = few ? THREADS : batch;
  *before = whole_lines(bytes_before + first * ring_bytes()); /* two allocations would ask thread 0 twice */
  new_rings(*before + bytes_before, first);
  use_table(first_table(MYTHREAD), OF_FIRST_TABLE);
  nodes[MYTHREAD] = upc_stride_my_node();
  known[MYTHREAD] = 1;
  return together * line;
}

upc_stride_ring_t upc_stride_directory_give(int thread, int near, size_t *slots_at) {
  upc_stride_ring_t ring;
  size_t number;
  unsigned i;
  if (rings_unused == 0) new_rings(whole_lines(batch * ring_bytes()), batch);
  ring = take_ring(near, &number);
  *slots_at = to_slots(number);
  if (2 * filled >= 1u << entries) add_table();
  for (i = start(thread, entries); ((const entry_t *)table)[1 + i] != 0; i = after(i, entries)) {}
  table[1 + i] = entry_for((unsigned)thread + 1, number, ring);
  filled++;
  return ring;
}

upc_stride_ring_t upc_stride_directory_find(int thread, size_t *slots_at) {
  table_t t = first_table(thread);
  unsigned size, i;
  for (size = OF_FIRST_TABLE;; size++) {
    entry_t e;
    for (i = start(MYTHREAD, size); (e = t[1 + i]) != 0; i = after(i, size))
      if (thread_in(e) == (unsigned)MYTHREAD + 1) {
        *slots_at = to_slots(number_in(e));
        return place_in(e, thread);
      }
    e = t[0];
    if (e == 0) return NULL;
    t = (table_t)place_in(e, thread);
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
