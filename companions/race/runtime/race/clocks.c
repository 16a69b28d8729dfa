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

/* ---- Objects: a table by their names, which are never removed ---- */
static struct object *object_at(size_t i) {
  return (struct object *)(urtk_races->objects + i % OBJECTS * urtk_races->object_bytes);
}

static struct object *find(uint64_t name) {
  uint64_t key = name + 1;
  size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 40);
  for (size_t tries = 0; tries < OBJECTS; tries++, i++) {
    struct object *o = object_at(i);
    uint64_t had = __atomic_load_n(&o->name, __ATOMIC_ACQUIRE);
    if (had == 0 && __atomic_compare_exchange_n(&o->name, &had, key, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) had = key;
    if (had == key) return o;
  }
  return NULL;
}

struct object *urtk_race_hold(uint64_t name) {
  struct object *o = find(name);
  if (o) urtk_race_take(&o->lock);
  return o;
}

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
  if (!o) return;
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
