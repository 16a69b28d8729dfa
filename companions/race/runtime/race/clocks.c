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

/* ---- Objects: a table by their names, which are never removed. A place that comes when the table has many has one in
 * common with others. So has a collective call that comes when it has most. That is more order than there is: a race
 * may be missed, and none is invented ---- */
enum { FOR_PLACES = OBJECTS / 4 * 3, FOR_CALLS = OBJECTS / 8 * 7, IN_COMMON = 1 << 12 };
static const uint64_t common = ((uint64_t)1 << 62) + 16, calls = (uint64_t)1 << 63; /* the first of such names */

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

/* Null: there is no room for it. */
static struct object *find_own(uint64_t name) {
  const uint64_t key = name + 1;
  size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 40);
  for (size_t tries = 0; tries < OBJECTS; tries++, i++) {
    struct object *o = object_at(i);
    uint64_t had = __atomic_load_n(&o->name, __ATOMIC_ACQUIRE);
    if (!had) had = give_name(o, key);
    if (had == key) return o;
    if (!had) break;
  }
  return NULL;
}

static struct object *find(uint64_t name) {
  struct object *o = find_own(name);
  return o ? o : find_own(common + (name * 0x9e3779b97f4a7c15u >> 32) % IN_COMMON);
}

static struct object *held(struct object *o) {
  if (o) urtk_race_take(&o->lock);
  return o;
}

struct object *urtk_race_hold(uint64_t name) { return held(find(name)); }
struct object *urtk_race_hold_own(uint64_t name) { return held(find_own(name)); }
int urtk_race_is_common(const struct object *o) { return o->name > common && o->name <= calls; }

/* ---- Objects of upc_race_ok that were read since the latest fence ---- */
static void enter(struct race_thread *t, uint64_t name);

static void make_room(struct race_thread *t) {
  enum { LEAST = 64 };
  uint64_t *had = t->read;
  uint32_t room = t->room;
  t->reads = 0, t->room = room ? 2 * room : LEAST;
  t->read = urtk_memory(t->room, sizeof *t->read, "objects of upc_race_ok");
  for (uint32_t i = 0; i < room; i++)
    if (had[i]) enter(t, had[i] - 1);
  free(had);
}

/* At most half of the table is used. */
static void enter(struct race_thread *t, uint64_t name) {
  const uint64_t key = name + 1;
  uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32);
  if (2 * t->reads >= t->room) make_room(t);
  while (t->read[i % t->room] && t->read[i % t->room] != key) i++;
  if (!t->read[i % t->room]) t->reads++;
  t->read[i % t->room] = key;
}

static void hand_over(const struct race_thread *t, struct object *o) {
  if (o != t->held) urtk_race_take(&o->lock);
  urtk_race_join(o->clock, t->fenced);
  if (o != t->held) urtk_race_drop(&o->lock);
}

void urtk_race_allowed(struct race_thread *t, uint64_t name, int kind) {
  if (!t->fenced) return;
  if (kind & RACE_WRITE) {
    hand_over(t, find(name));
    return;
  }
  enter(t, name);
}
