/* SPDX-License-Identifier: BSD-3-Clause
 * memory.h: what all threads share of the race detector. */
#ifndef URT_RACE_MEMORY_H
#define URT_RACE_MEMORY_H

#include "race/race.h"

/* The last accesses to 8 bytes. A head has, from the lowest bit: the thread's number at that time (32 bits), the thread
 * (16), the bytes (8), the kind (3). 0: none. Instead of a second access there may be a chain of more. Both heads
 * are changed under the cell's lock, and looked at without it (shadow.c). Some cells are a line of the processor's
 * cache, together with where their accesses stand in the source: one miss of the cache brings all that an access
 * needs. */
enum { IN_LINE = 3 };
struct cell { uint64_t head[2]; };
struct line {
  struct cell cell[IN_LINE];
  uint16_t site[IN_LINE][2]; /* up to SITES */
  uint32_t unused;
};
_Static_assert(sizeof(struct line) == 64, "a line of the cache");

static inline uint64_t urtk_race_head(const struct race_thread *t, int kind, unsigned mask) {
  return t->now[t->number] | (uint64_t)t->number << 32 | (uint64_t)mask << 48 | (uint64_t)(kind & 7) << 56;
}

enum { IN_NODE = 3 };
struct node {
  uint64_t head[IN_NODE];
  uint16_t site[IN_NODE];
  uint32_t next;              /* number of the next one, 0 for none */
  uint32_t users;             /* cells and nodes that have it next */
  uint32_t same;              /* the next one of its bucket, or the next unused one */
};
struct bucket { uint32_t lock, first; };

/* The numbers of a clock: the threads', then those of each thread's first helper, and so on. */
#define RACE_NUMBERS(threads) ((1 + RACE_HELPERS) * (size_t)(threads))
enum { RACE_MOST_THREADS = (1 << 16) / (1 + RACE_HELPERS) }; /* a head has 16 bits for them */

/* Something by which threads are ordered. `clock` follows it. */
struct object {
  uint64_t name;
  uint32_t lock, unit;              /* unit: see urtk_race_hold_word */
  uint32_t stays;                   /* see urtk_race_hand_over */
  uint32_t number, entered, latest; /* of a collective call: which, how many are in it, who came last (collectives.c) */
  uint32_t site, range, ranges;     /* of a member of one: its place in the source, what the call does in its memory */
  uint32_t left, work;              /* the latest call that the member has left; its helper's work in `number` */
  uint32_t clock[];
};

/* What a call does in a member's memory, for other members: runs of bytes. A ring: the oldest are written over. */
struct range { uint64_t place, bytes, count; int64_t stride; int written; };

enum { NODES = 1 << 26, BUCKETS = 1 << 20, OBJECTS = 1 << 20, SITES = 1 << 15, PAIRS = 1 << 12, ALLOCATIONS = 1 << 12,
       RANGES = 1 << 20 };

struct pair { uint32_t first, second; }; /* places in the source of which a race has been reported */

struct allocation { uint64_t place, bytes, block; uint32_t on_all, site; };

struct race {
  int threads;
  struct line *lines;           /* of all shared memory, in its order */
  struct node *nodes;
  struct bucket *buckets;       /* of nodes, by their contents */
  char *objects;                /* OBJECTS of object_bytes each */
  size_t object_bytes;
  struct range *ranges;
  uint32_t ranges_used;
  uint32_t *synchronised;       /* of each thread: where it last was ordered with others */
  uint32_t *barrier[2];         /* clocks of the barrier's odd and even phases */
  uint32_t barrier_lock[2];
  uint32_t split[2], tasks;     /* the phase + 1 in which threads do more between notify and wait; tasks may do so */
  uint32_t allows;              /* upc_race_ok has been called */
  uint32_t object_lock, objects_used;
  uint32_t node_lock, first_free, nodes_used;
  uint32_t site_lock, sites, pair_lock, pairs, races, ended, told_full;
  uint32_t allocation_lock, allocations;
  uint32_t site_at[2 * SITES];  /* by hash: a number */
  struct race_site site[SITES];
  struct pair pair[PAIRS];
  struct allocation allocation[ALLOCATIONS];
};

/* Whose number a helper has in clocks; the work says which of the thread's it is. */
static inline int urtk_race_helper(int thread, uint32_t work) {
  return urtk_races->threads * (1 + (int)(work % RACE_HELPERS)) + thread;
}

/* Clocks and objects (clocks.c). The caller holds the object with this name; null: there is no room for it. */
void urtk_race_join(uint32_t *to, const uint32_t *from);
void urtk_race_set(uint32_t *to, const uint32_t *from);
struct object *urtk_race_hold_own(uint64_t name);

/* What is handed over by a place, or by another name. The caller holds `held`, and with it the 8 bytes around the
 * place. `stays`: a write does not replace what was handed over before. `bytes`: of an atomic access; more than 8 for a
 * part of a longer one; 0: it is none. */
struct race_word { struct object *held; uint32_t *clock; int stays; };
struct race_word urtk_race_hold_word(uint64_t name, size_t bytes);
/* Adds a clock to what is handed over. The caller's write comes later, when nobody holds the word: another thread may
 * write in between. So from now on no write to the 8 bytes replaces what was handed over. */
void urtk_race_hand_over(uint64_t name, size_t bytes, const uint32_t *clock);

void urtk_race_next(struct race_thread *t); /* what it does from now on is not part of what it has handed over */

void urtk_race_take(uint32_t *lock);
static inline void urtk_race_drop(uint32_t *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
void urtk_race_pause(unsigned *turn); /* a turn of a wait for another thread, which soon goes on */

#endif
