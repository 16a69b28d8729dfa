/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic accesses, strict ones among them. See race.h. */
#include "race/memory.h"
#include "urt.h"

/* Where threads take turns, the access may give the turn back, so the object is not held meanwhile. A write hands over
 * before, and what others have handed over stays. That is more order than there is: a race may be missed, and none is
 * invented. */
static void let_go_on(struct object *o, const uint32_t *fenced, int kind, void (*make)(void *), void *argument,
                      uint32_t *taken_over) {
  if (kind != RACE_READ) urtk_race_join(o->clock, fenced);
  urtk_race_drop(&o->lock);
  make(argument);
  urtk_race_take(&o->lock);
  if (kind != RACE_WRITE) urtk_race_join(taken_over, o->clock);
}

/* A write replaces what was handed over before. Not where the object has more than what atomic accesses to this place
 * have handed over: with upc_race_ok a thread may have read what a plain write has left, and looks here at its next
 * fence. */
static void hand_over(struct object *o, const uint32_t *fenced, int kind) {
  const int has_more = urtk_race_is_common(o) || __atomic_load_n(&urtk_races->allows, __ATOMIC_RELAXED);
  if (kind == RACE_READ) return;
  (kind == RACE_WRITE && !has_more ? urtk_race_set : urtk_race_join)(o->clock, fenced);
}

void urtk_race_atomic(struct race_thread *t, uint64_t place, size_t bytes, int kind, int strict, uint32_t site,
                      void (*make)(void *), void *argument) {
  const int locked = kind & RACE_LOCKED;
  kind -= locked;
  urtk_race_catch_up(t);
  if (strict) urtk_race_fence(t);
  struct object *o = urtk_race_hold(place);
  uint32_t *taken_over = strict ? t->now : t->seen;
  if (kind != RACE_WRITE) urtk_race_join(taken_over, o->clock);
  t->held = o;
  urtk_race_access(t, place, bytes, (kind == RACE_READ ? RACE_READ : RACE_WRITE) | RACE_ATOMIC | locked, site);
  t->held = NULL;
  if (strict) urtk_race_set(t->fenced, t->now); /* it hands over itself as well */
  if (urt_waits_for_events()) {
    let_go_on(o, t->fenced, kind, make, argument, taken_over);
  } else {
    make(argument);
    hand_over(o, t->fenced, kind);
  }
  urtk_race_drop(&o->lock);
  if (strict) urtk_race_fence(t);
}
