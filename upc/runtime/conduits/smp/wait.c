/* SPDX-License-Identifier: BSD-3-Clause
 * smp: how a thread waits. First it spins, since it usually waits no longer than a cache miss takes. Then it yields its
 * core to any thread that is ready. Then it sleeps: the thread that it waits for computes, and may need this core.
 * With a core for each thread it spins longer, since no other thread wants the core. With more threads than cores it
 * yields almost at once: spinning would only delay the thread that it waits for. */
#include <sched.h>
#include "conduits/smp/control.h"

enum {
  SPINS_ALONE = 500, SPINS_LEAST = 20,     /* turns of a pause instruction, 10 to 40 ns each */
  SPINS_OVERSUBSCRIBED = 1,
  YIELDS_ALONE = 300, YIELDS_OVERSUBSCRIBED = 200 /* turns of sched_yield, from 0.3 us up           */
};

void urtc_poll(void) {}

void urtc_give_way(void) { sched_yield(); }

/* A core with many threads goes through all of them between two yields of one. So a thread that has yielded a few times
 * has given all others their turn, and sleeps. */
enum { MANY_A_CORE = 16 };

static unsigned yields_oversubscribed(void) {
  int on_a_core = urtk_threads_here / urtk_cores;
  return on_a_core < MANY_A_CORE ? YIELDS_OVERSUBSCRIBED : YIELDS_OVERSUBSCRIBED * MANY_A_CORE / on_a_core / 4 + 1;
}

/* Computed once, since every wait needs it. */
unsigned urtc_patience(void) {
  static unsigned patience;
  if (!patience)
    patience = urtk_oversubscribed() ? SPINS_OVERSUBSCRIBED + yields_oversubscribed() : SPINS_ALONE + YIELDS_ALONE;
  return patience;
}

/* How long to spin. Where spinning did not do and yielding soon did, the other thread has had no core: another job
 * may have it. Then the next wait yields earlier; where spinning did, it may spin longer. */
static unsigned spins_now(unsigned turn) {
  static unsigned spins = SPINS_LEAST, last;
  if (urtk_oversubscribed()) return SPINS_OVERSUBSCRIBED;
  if (turn == 0) {
    if (last < spins) spins *= 2;
    else if (last < urtc_patience()) spins /= 2;
    if (spins > SPINS_ALONE) spins = SPINS_ALONE;
    if (spins < SPINS_LEAST) spins = SPINS_LEAST;
  }
  last = turn;
  return spins;
}

void urtc_relax(unsigned turn) {
  if (turn < spins_now(turn)) urtk_pause();
  else if (turn < urtc_patience()) sched_yield();
  else urtk_nap(turn - urtc_patience());
}

void urtc_sleep(uint32_t *word, uint32_t seen) { urtk_sleep(word, seen); }
void urtc_wake(uint32_t *word, int count) { urtk_wake(word, count); }

int urtc_leader_of(int thread) { return (void)thread, 0; }
