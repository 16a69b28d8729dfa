/* SPDX-License-Identifier: BSD-3-Clause
 * Clocks, and the objects that keep them for other threads. See race.h. */
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "race/memory.h"

void urtk_race_join(uint32_t *to, const uint32_t *from) {
  for (size_t t = 0; t < RACE_NUMBERS(urtk_races->threads); t++)
    if (from[t] > to[t]) to[t] = from[t];
}

void urtk_race_set(uint32_t *to, const uint32_t *from) {
  memcpy(to, from, RACE_NUMBERS(urtk_races->threads) * sizeof *to);
}

/* A number that began anew would be one of long ago, which others know. The last one stays: no race of the thread is
 * found then, and none is invented. */
void urtk_race_next(struct race_thread *t) {
  if (t->now[t->number] == UINT32_MAX) urtk_race_counted_all(t->number);
  else t->now[t->number]++;
}

/* ---- Objects: a table by their names, which are never removed. A place that comes when the table has many has one in
 * common with others. So has a collective call that comes when it has most. That is more order than there is: a race
 * may be missed, and none is invented ---- */
enum { FOR_PLACES = OBJECTS / 4 * 3, FOR_CALLS = OBJECTS / 8 * 7, IN_COMMON = 1 << 12 };
/* The first of names that are no places, of those of common objects, and of calls. */
static const uint64_t others = (uint64_t)1 << 62, common = ((uint64_t)1 << 62) + 16, calls = (uint64_t)1 << 63;

static struct object *object_at(size_t i) {
  return (struct object *)(urtk_races->objects + i % OBJECTS * urtk_races->object_bytes);
}

static uint32_t most_with(uint64_t name) {
  return name >= calls ? FOR_CALLS : name >= common ? OBJECTS : FOR_PLACES;
}

/* The name that an unused object has now; 0: none, and it will never have this one. */
static uint64_t give_name(struct object *o, uint64_t key) {
  struct race *r = urtk_races;
  const uint32_t most = most_with(key - 1);
  if (__atomic_load_n(&r->objects_used, __ATOMIC_ACQUIRE) >= most) return __atomic_load_n(&o->name, __ATOMIC_ACQUIRE);
  urtk_race_take(&r->object_lock);
  if (!o->name && r->objects_used < most) {
    __atomic_store_n(&o->name, key, __ATOMIC_RELEASE);
    __atomic_store_n(&r->objects_used, r->objects_used + 1, __ATOMIC_RELEASE);
  }
  uint64_t name = o->name;
  urtk_race_drop(&r->object_lock);
  return name;
}

/* Null: there is none, and none is wanted, or there is no room for it. */
static struct object *look_for(uint64_t name, int wanted) {
  const uint64_t key = name + 1;
  size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 40);
  for (size_t tries = 0; tries < OBJECTS; tries++, i++) {
    struct object *o = object_at(i);
    uint64_t had = __atomic_load_n(&o->name, __ATOMIC_ACQUIRE);
    if (!had && wanted) had = give_name(o, key);
    if (had == key) return o;
    if (!had) break;
  }
  return NULL;
}

static struct object *find_own(uint64_t name) { return look_for(name, 1); }

static struct object *find(uint64_t name) {
  struct object *o = find_own(name);
  return o ? o : find_own(common + (name * 0x9e3779b97f4a7c15u >> 32) % IN_COMMON);
}

static int is_common(const struct object *o) { return o->name > common && o->name <= calls; }

struct object *urtk_race_hold_own(uint64_t name) {
  struct object *o = find_own(name);
  if (o) urtk_race_take(&o->lock);
  return o;
}

/* ---- Atomic accesses hand over by a place. As long as all of them in 8 bytes have one size, and begin at its
 * multiples, each place has a clock: a read finds what one write has left. Otherwise it may find parts of several
 * writes, of a struct and of its members. Then the 8 bytes have one clock, that of the first of them, and what was
 * handed over stays ---- */
enum { MIXED = 255 };

static uint32_t unit_of(uint64_t place, size_t bytes) {
  return bytes > 8 || bytes & (bytes - 1) || place % bytes ? MIXED : (uint32_t)bytes;
}

static void mix(struct object *first, uint64_t start) {
  first->unit = MIXED;
  for (uint64_t place = start + 1; place < start + 8; place++) {
    const struct object *own = look_for(place, 0);
    if (own) urtk_race_join(first->clock, own->clock);
  }
}

/* With upc_race_ok a thread may have read what a plain write has left, and looks here at its next fence. */
struct race_word urtk_race_hold_word(uint64_t name, size_t bytes) {
  const uint64_t start = name < others ? name & ~(uint64_t)7 : name;
  struct object *first = find(start), *own = first;
  urtk_race_take(&first->lock);
  if (is_common(first)) return (struct race_word){first, first->clock, 1};
  const uint32_t unit = bytes ? unit_of(name, bytes) : first->unit;
  if (!first->unit && unit != MIXED) first->unit = unit;
  if (first->unit != unit && first->unit != MIXED) mix(first, start);
  if (name != start && first->unit != MIXED && !(own = find_own(name))) mix(first, start);
  if (first->unit == MIXED) own = first;
  return (struct race_word){first, own->clock, first->unit == MIXED || first->stays ||
                                                 __atomic_load_n(&urtk_races->allows, __ATOMIC_RELAXED)};
}

void urtk_race_hand_over(uint64_t name, size_t bytes, const uint32_t *clock) {
  struct race_word word = urtk_race_hold_word(name, bytes);
  urtk_race_join(word.clock, clock);
  word.held->stays = 1;
  urtk_race_drop(&word.held->lock);
}

/* ---- What upc_race_ok allows, and was read since the latest fence: place * 16 + bytes + 1 ---- */
static void enter(struct race_thread *t, uint64_t key);

static void make_room(struct race_thread *t) {
  enum { LEAST = 64 };
  uint64_t *had = t->read;
  uint32_t room = t->room;
  t->reads = 0, t->room = room ? 2 * room : LEAST;
  t->read = urtk_memory(t->room, sizeof *t->read, "objects of upc_race_ok");
  for (uint32_t i = 0; i < room; i++)
    if (had[i]) enter(t, had[i]);
  free(had);
}

/* At most half of the table is used. */
static void enter(struct race_thread *t, uint64_t key) {
  uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32);
  if (2 * t->reads >= t->room) make_room(t);
  while (t->read[i % t->room] && t->read[i % t->room] != key) i++;
  if (!t->read[i % t->room]) t->reads++;
  t->read[i % t->room] = key;
}

void urtk_race_allowed(struct race_thread *t, uint64_t place, size_t bytes, int kind) {
  if (!t->fenced || t->is_atomic) return;
  if (!(kind & RACE_WRITE)) {
    enter(t, place << 4 | ((bytes < 9 ? bytes : 9) + 1));
    return;
  }
  urtk_race_hand_over(place, bytes, t->fenced);
}
