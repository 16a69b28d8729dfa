/* SPDX-License-Identifier: BSD-3-Clause
 * The lock: a word swapped by conduit atomics, so it works wherever it lies. Not a queue: with more threads than
 * cores, handing a lock to a thread that has no core makes all threads wait for the scheduler, each time. A waiter
 * spins, yields, then sleeps. A waiter that is woken tries again with the others. (U. Drepper, Futexes Are Tricky.) */
#include "conduits/barrier.h"
#include "core/core.h"

enum { LOOKS = 64 }; /* turns between two looks at the holder */

#define SLEPT (1ULL << 31) /* in the half of the word that sleepers watch; thread numbers stay below it */

static uint64_t me(void) { return (uint64_t)urt_mythread + 1; }

uint64_t urtk_lock_try(urt_ptr_t lock) { return urtc_compare_swap(lock, 0, me()); }

int urtk_lock_holder(uint64_t word) { return (int)(word & ~SLEPT) - 1; }

int urtk_lock_drop(urt_ptr_t lock) {
  uint64_t old = urtc_swap(lock, 0);
  if (old & SLEPT && urt_is_near(lock)) urtc_wake(urt_near(lock), 1);
  return urtk_lock_holder(old);
}

/* In a long wait. A thread that has ended gives no lock back any more. */
static void watch(urt_ptr_t lock, int holder, urt_long_wait_t *wait) {
  long ms = urtk_too_long(wait);
  if (urtc_ended(holder) && urtk_lock_holder(urtc_load(lock)) == holder) {
    struct urtk_line line = urtk_begin("upc_lock");
    urtk_add(&line, "thread %d waits for ", urt_mythread);
    urtk_add_thread(&line, holder);
    urtk_add(&line, ", which has ended and holds the lock; let it call upc_unlock before it ends");
    urtk_end_with(&line);
  }
  if (ms) urtk_report("upc_lock", holder, ms);
}

/* A wait for a lock. Its word was `seen`. What the thread does meanwhile depends on whose lock it is. */
struct wait { uint64_t seen, mine; int (*meanwhile)(void); unsigned turn; urt_long_wait_t long_wait; };

static void look_at_holder(urt_ptr_t lock, struct wait *w) { watch(lock, urtk_lock_holder(w->seen), &w->long_wait); }

static void sleep_on(urt_ptr_t lock, uint64_t seen) {
  if (!(seen & SLEPT) && urtc_compare_swap(lock, seen, seen | SLEPT) != seen) return; /* it has changed: look again */
  urtc_sleep(urt_near(lock), (uint32_t)(seen | SLEPT)); /* the low half, on the little-endian machines we know */
}

/* One turn of it. 1: the lock may be free. */
static int turn_of_wait(urt_ptr_t lock, struct wait *w) {
  const unsigned patience = urtc_patience();
  const int busy = w->meanwhile();
  urtk_waits_for_lock_of(urtk_lock_holder(w->seen));
#ifdef URTC_HAS_TURNS
  if (!busy) {
    int changed = urtc_await_change(lock, w->seen);
    if (!changed) look_at_holder(lock, w); /* on a simulated machine its turns are few */
    return changed;
  }
#endif
  if (w->turn < patience || busy || !urt_is_near(lock)) {
    if (busy) urt_looks_anywhere();
    urtc_relax(w->turn++);
    if (w->turn > patience && w->turn % LOOKS == 0) look_at_holder(lock, w);
  } else {
    sleep_on(lock, w->seen);
    look_at_holder(lock, w);
    w->mine = me() | SLEPT; /* others may still sleep: our unlock must wake one */
  }
  w->seen = urtc_load(lock);
  return w->seen == 0;
}

static void await(urt_ptr_t lock, uint64_t word, int (*meanwhile)(void)) {
  struct wait w = {.seen = word, .mine = me(), .meanwhile = meanwhile};
  do {
    urtk_lock_wait_begins();
    while (!turn_of_wait(lock, &w)) {}
  } while ((w.seen = urtc_compare_swap(lock, 0, w.mine)) != 0);
  urtk_waits_for_lock_of(-1);
}

void urtk_lock_await_long(urt_ptr_t lock, uint64_t word) { await(lock, word, urtk_meanwhile); }

void urtk_lock_take(urt_ptr_t lock) {
  uint64_t word = urtk_lock_try(lock);
  if (word) await(lock, word, urtk_meanwhile_short);
}

static int nothing(void) { return 0; }

void urtk_lock_take_alone(urt_ptr_t lock) {
  uint64_t word = urtk_lock_try(lock);
  if (word) await(lock, word, nothing);
}
