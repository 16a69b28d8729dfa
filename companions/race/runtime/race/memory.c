/* SPDX-License-Identifier: BSD-3-Clause
 * The detector's memory: shared mappings, which the threads inherit. A page takes memory when it is first touched. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "race/memory.h"

struct race *urtk_races;
uint64_t urtk_races_bytes;

static void *map(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

static uint32_t *clocks(int threads, size_t count) { return map(RACE_NUMBERS(threads) * count * sizeof(uint32_t)); }

int urtk_race_make(int threads, size_t bytes) {
  struct race *r = map(sizeof *r);
  if (!r) return 0;
  r->threads = threads;
  urtk_races_bytes = bytes;
  r->object_bytes = (sizeof(struct object) + RACE_NUMBERS(threads) * sizeof(uint32_t) + 7) & ~(size_t)7;
  r->lines = map((bytes / (8 * IN_LINE) + 1) * sizeof *r->lines);
  r->nodes = map((size_t)NODES * sizeof *r->nodes);
  r->buckets = map(BUCKETS * sizeof *r->buckets);
  r->objects = map(OBJECTS * r->object_bytes);
  r->ranges = map(RANGES * sizeof *r->ranges);
  r->synchronised = clocks(threads, 1);
  r->barrier[0] = clocks(threads, 1), r->barrier[1] = clocks(threads, 1);
  r->nodes_used = 1; /* number 0 is none */
  urtk_races = r;
  return r->lines && r->nodes && r->buckets && r->objects && r->ranges && r->synchronised && r->barrier[0] &&
         r->barrier[1];
}

enum { CLOCKS = 5 }; /* of a thread */

void urtk_race_thread(struct race_thread *thread, int number) {
  size_t n = RACE_NUMBERS(urtk_races->threads);
  uint32_t *all = clocks(urtk_races->threads, CLOCKS);
  *thread = (struct race_thread){.number = number, .now = all, .fenced = all + n, .seen = all + 2 * n,
                                 .barrier = all + 3 * n, .settled = all + 4 * n};
  thread->now[number] = 1;
}

void urtk_race_thread_ends(struct race_thread *thread) {
  munmap(thread->now, RACE_NUMBERS(urtk_races->threads) * CLOCKS * sizeof(uint32_t));
  free(thread->read);
  thread->now = NULL;
}

void urtk_race_forget_order(void) {
  struct race *r = urtk_races;
  for (int i = 0; i < 2; i++) memset(r->barrier[i], 0, RACE_NUMBERS(r->threads) * sizeof(uint32_t)), r->split[i] = 0;
  madvise(r->objects, OBJECTS * r->object_bytes, MADV_REMOVE);
  r->objects_used = 0;
}

enum { SPINS = 100 };

void urtk_race_pause(unsigned *turn) {
  if (++*turn > SPINS) sched_yield();
}

void urtk_race_take(uint32_t *lock) {
  unsigned turn = 0;
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) urtk_race_pause(&turn);
}
