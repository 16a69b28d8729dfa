/* SPDX-License-Identifier: BSD-3-Clause
 * The lock: a word swapped by conduit atomics, so it works wherever it lies. Not a queue: with more threads than
 * cores, handing a lock to a thread that has no core makes all threads wait for the scheduler, each time. A waiter
 * spins, yields, then sleeps. A waiter that is woken tries again with the others. (U. Drepper, Futexes Are Tricky.) */
#include "conduits/barrier.h"
#include "core/core.h"

enum { LOOKS = 64 }; /* turns between two looks at the holder */

#define SLEPT (1ULL << 31) /* in the half of the word that sleepers watch; thread numbers stay below it */

static int thread_in(uint64_t word) { return (int)(word & ~SLEPT) - 1; }
static uint64_t me(void) { return (uint64_t)urt_mythread + 1; }

int urtk_lock_try(urt_ptr_t lock) { return urtc_compare_swap(lock, 0, me()) == 0; }

int urtk_lock_holder(urt_ptr_t lock) { return thread_in(urtc_load(lock)); }

int urtk_lock_drop(urt_ptr_t lock) {
  uint64_t old = urtc_swap(lock, 0);
  if (old & SLEPT && urt_is_near(lock)) urtc_wake(urt_near(lock), 1);
  return thread_in(old);
}

static void sleep_on(urt_ptr_t lock, uint64_t seen) {
  if (!(seen & SLEPT) && urtc_compare_swap(lock, seen, seen | SLEPT) != seen) return; /* it has changed: look again */
  urtc_sleep(urt_near(lock), (uint32_t)(seen | SLEPT)); /* the low half, on the little-endian machines we know */
}

/* In a long wait. A thread that has ended gives no lock back any more. */
static void watch(urt_ptr_t lock, int holder, urt_long_wait_t *wait) {
  long ms = urtk_too_long(wait);
  if (urtc_ended(holder) && thread_in(urtc_load(lock)) == holder) {
    struct urtk_line line = urtk_begin("upc_lock");
    urtk_add(&line, "thread %d waits for ", urt_mythread);
    urtk_add_thread(&line, holder);
    urtk_add(&line, ", which has ended and holds the lock; let it call upc_unlock before it ends");
    urtk_end_with(&line);
  }
  if (ms) urtk_report("upc_lock", holder, ms);
}

void urtk_lock_take(urt_ptr_t lock) {
  uint64_t seen, mine = me();
  unsigned turn = 0, patience = urtc_patience();
  urt_long_wait_t wait = {0};
  while ((seen = urtc_compare_swap(lock, 0, mine)) != 0) {
    urtk_lock_wait_begins();
    do {
      int busy = urtk_meanwhile();
      urtk_waits_for_lock_of(thread_in(seen));
      if (turn < patience || busy || !urt_is_near(lock)) {
        if (busy) urt_looks_anywhere();
        urtc_relax(turn++);
        if (turn > patience && turn % LOOKS == 0) watch(lock, thread_in(seen), &wait);
      } else {
        sleep_on(lock, seen);
        watch(lock, thread_in(seen), &wait);
        mine = me() | SLEPT; /* others may still sleep: our unlock must wake one */
      }
    } while ((seen = urtc_load(lock)) != 0);
  }
  urtk_waits_for_lock_of(-1);
}
