/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic accesses, strict ones among them. See race.h. */
#include "race/memory.h"
#include "urt.h"

/* Of all words that an access has a part of: takes over what they hand over, or hands over by them; or neither. */
static void join_words(uint64_t place, size_t bytes, uint32_t *takes, const uint32_t *gives) {
  const uint64_t end = place + bytes;
  for (uint64_t at = place, next; at < end; at = next) {
    next = (at | 7) + 1;
    struct race_word word = urtk_race_hold_word(at, next < end || at > place ? SIZE_MAX : bytes);
    if (takes) urtk_race_join(takes, word.clock);
    if (gives) urtk_race_join(word.clock, gives);
    urtk_race_drop(&word.held->lock);
  }
}

/* Where threads take turns, the access may give the turn back, and one of more than a word is not atomic: then no word
 * is held meanwhile. A write hands over before, and what others have handed over stays. That is more order than there
 * is: a race may be missed, and none is invented. */
static int holds_word(uint64_t place, size_t bytes) { return !urt_waits_for_events() && (place & 7) + bytes <= 8; }

void urtk_race_atomic(struct race_thread *t, uint64_t place, size_t bytes, int kind, int strict, uint32_t site,
                      void (*make)(void *), void *argument) {
  const int locked = kind & RACE_LOCKED, holds = holds_word(place, bytes);
  struct race_word word = {0};
  kind -= locked;
  urtk_race_catch_up(t);
  if (strict) urtk_race_fence(t);
  uint32_t *takes = kind == RACE_WRITE ? NULL : strict ? t->now : t->seen;
  const uint32_t *gives = kind == RACE_READ ? NULL : t->fenced;
  if (holds) word = urtk_race_hold_word(place, bytes);
  else join_words(place, bytes, takes, NULL);
  if (holds && takes) urtk_race_join(takes, word.clock);
  t->is_atomic = 1;
  urtk_race_access(t, place, bytes, (gives ? RACE_WRITE : RACE_READ) | RACE_ATOMIC | locked, site);
  t->is_atomic = 0;
  if (strict) urtk_race_set(t->fenced, t->now); /* it hands over itself as well */
  if (!holds) join_words(place, bytes, NULL, gives);
  make(argument);
  if (!holds) join_words(place, bytes, takes, NULL);
  if (gives && holds) (takes || word.stays ? urtk_race_join : urtk_race_set)(word.clock, gives);
  if (holds) urtk_race_drop(&word.held->lock);
  if (strict) urtk_race_fence(t);
}
