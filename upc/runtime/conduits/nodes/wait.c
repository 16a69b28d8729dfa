/* SPDX-License-Identifier: BSD-3-Clause
 * How a thread waits on a conduit with nodes (nodes.h): it spins, then yields, then sleeps, as smp/wait.c explains.
 * With several nodes it also serves others in each turn. It sleeps only if no message has come for long, since a
 * network without hardware for puts and gets moves data only in calls. */
#define _GNU_SOURCE
#include <sched.h>
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES

enum {
  SPINS_ALONE = 500, SPINS_OVERSUBSCRIBED = 1,    /* turns of a pause instruction, 10 to 40 ns each */
  YIELDS_ALONE = 300, YIELDS_OVERSUBSCRIBED = 20, /* turns of sched_yield, from 0.3 us up           */
  /* turns without a message before a thread that others may need naps */
  IDLE_ALONE = 160000, IDLE_OVERSUBSCRIBED = 1000,
  SLEEP_TURNS = 1000,                      /* of urtc_sleep                                   */
  IDLE_NAP = 3                             /* a nap is as long as in this turn of a wait */
};

void urtc_poll(void) {
  while (urtc_progress()) {}
}

void urtc_give_way(void) {
  urtc_progress();
  sched_yield();
}

unsigned urtc_patience(void) {
  return urtk_oversubscribed() ? SPINS_OVERSUBSCRIBED + YIELDS_OVERSUBSCRIBED : SPINS_ALONE + YIELDS_ALONE;
}

/* A turn of waiting where far threads may need this one. With a core for each thread it yields seldom. Without
 * hardware for it, the network library serves others only when it is called, so calls must not wait for the kernel. */
static unsigned idle;
static void serve_a_turn(void) {
  int oversubscribed = urtk_oversubscribed();
  idle = urtc_progress() ? 0 : idle + 1;
  if (idle >= (oversubscribed ? IDLE_OVERSUBSCRIBED : IDLE_ALONE)) urtk_nap(IDLE_NAP);
  else if (oversubscribed || idle % URTC_LOOKS == 0) sched_yield();
}

void urtc_relax(unsigned turn) {
  unsigned patience = urtc_patience(), spins = urtk_oversubscribed() ? SPINS_OVERSUBSCRIBED : SPINS_ALONE;
  if (turn == 0) idle = 0; /* a new wait: what it waits for may come soon */
  if (urtc_nodes > 1) {
    if (turn < spins) urtc_progress();
    else serve_a_turn();
  } else if (turn < spins) {
    urtk_pause();
  } else if (turn < patience) {
    sched_yield();
  } else {
    urtk_nap(turn - patience);
  }
}

void urtc_sleep(uint32_t *word, uint32_t seen) {
  if (urtc_nodes == 1) {
    urtk_sleep(word, seen);
  } else {
    for (int turn = 0; turn < SLEEP_TURNS && __atomic_load_n(word, __ATOMIC_ACQUIRE) == seen; turn++) serve_a_turn();
  }
}

void urtc_wake(uint32_t *word, int count) {
  if (urtc_nodes == 1) urtk_wake(word, count);
}

/* A guess: 10 on fast networks, 100 and more on slow ones. */
unsigned urtc_round_trip(void) { return urtc_nodes > 1 ? 32 : 1; }

#endif
