/* SPDX-License-Identifier: BSD-3-Clause
 * What orders accesses: clocks that go from one thread to another. See race.h. */
#include "race/memory.h"

/* A lock, a notify and whatever else orders threads are fences, too: one before it hands over, and one behind what it
 * takes over. */
void urtk_race_release(struct race_thread *t, uint64_t name) {
  urtk_race_fence(t);
  urtk_race_hand_over(name, 0, t->now);
  urtk_race_next(t);
}

static void take_over(struct race_thread *t, uint64_t name, size_t bytes) {
  urtk_race_catch_up(t);
  struct race_word word = urtk_race_hold_word(name, bytes);
  urtk_race_join(t->now, word.clock);
  urtk_race_drop(&word.held->lock);
}

void urtk_race_acquire(struct race_thread *t, uint64_t name) {
  take_over(t, name, 0);
  urtk_race_fence(t);
}

/* ---- Barriers. A slot still has the clocks of the phase before the last: all threads know them already ---- */
static void hand_over(uint32_t *lock, uint32_t *clock, const uint32_t *now) {
  urtk_race_take(lock);
  urtk_race_join(clock, now);
  urtk_race_drop(lock);
}

void urtk_race_notify(struct race_thread *t, int splits) {
  urtk_race_fence(t);
  if (splits) __atomic_store_n(&urtk_races->split[t->phase & 1], t->phase + 1, __ATOMIC_RELAXED);
  hand_over(&urtk_races->barrier_lock[t->phase & 1], urtk_races->barrier[t->phase & 1], t->now);
  urtk_race_next(t);
}

/* All threads have notified. Where none does anything between that and its wait, all that was before this barrier is
 * settled; otherwise what was before the one before it, which all have left. */
void urtk_race_wait(struct race_thread *t) {
  const struct race *r = urtk_races;
  int splits = __atomic_load_n(&r->split[t->phase & 1], __ATOMIC_RELAXED) == t->phase + 1 ||
               __atomic_load_n(&r->tasks, __ATOMIC_RELAXED);
  urtk_race_catch_up(t);
  if (splits) urtk_race_set(t->settled, t->barrier);
  hand_over(&urtk_races->barrier_lock[t->phase & 1], t->barrier, urtk_races->barrier[t->phase & 1]);
  if (!splits) urtk_race_set(t->settled, t->barrier);
  urtk_race_join(t->now, t->barrier);
  t->phase++;
  urtk_race_fence(t);
}

/* ---- Fences ---- */
static void take_over_read(struct race_thread *t) {
  for (uint32_t i = 0; t->reads && i < t->room; i++) {
    if (!t->read[i]) continue;
    take_over(t, t->read[i] >> 4, (t->read[i] & 15) - 1);
    t->read[i] = 0, t->reads--;
  }
}

void urtk_race_fence(struct race_thread *t) {
  urtk_race_catch_up(t);
  take_over_read(t);
  urtk_race_join(t->now, t->seen);
  urtk_race_set(t->fenced, t->now);
  urtk_race_next(t);
}
