/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic accesses, strict ones among them. See race.h. */
#include "race/memory.h"

void urtk_race_atomic(struct race_thread *t, uint64_t place, size_t bytes, int kind, int strict, uint32_t site,
                      void (*make)(void *), void *argument) {
  const int locked = kind & RACE_LOCKED;
  kind -= locked;
  urtk_race_catch_up(t);
  if (strict) urtk_race_fence(t);
  struct object *o = urtk_race_hold(place);
  if (o && kind != RACE_WRITE) urtk_race_join(strict ? t->now : t->seen, o->clock);
  urtk_race_access(t, place, bytes, (kind == RACE_READ ? RACE_READ : RACE_WRITE) | RACE_ATOMIC | locked, site);
  if (strict) urtk_race_set(t->fenced, t->now); /* it hands over itself as well */
  make(argument);
  if (!o) return;
  if (kind == RACE_WRITE) urtk_race_set(o->clock, t->fenced);
  if (kind == RACE_BOTH) urtk_race_join(o->clock, t->fenced);
  urtk_race_drop(&o->lock);
  if (strict) urtk_race_fence(t);
}
