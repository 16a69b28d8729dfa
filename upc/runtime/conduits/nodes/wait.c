/* SPDX-License-Identifier: BSD-3-Clause
 * How a thread waits on a conduit with nodes (nodes.h): it spins, then yields, then sleeps, as smp/wait.c explains.
 * With several nodes it also serves others in each turn. It sleeps only if no message has come for long, since a
 * network without hardware for puts and gets moves data only in calls. Between two yields passes the same time on all
 * networks: a look takes 50 ns where the network is memory, and a microsecond where a look is a system call. */
#include <sched.h>
#include <sys/resource.h>
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES

enum {
  SPINS_ALONE = 500, SPINS_OVERSUBSCRIBED = 1,    /* turns of a pause instruction, 10 to 40 ns each */
  YIELDS_ALONE = 300, YIELDS_OVERSUBSCRIBED = 20, /* turns of sched_yield, from 0.3 us up           */
  /* turns without a message before a thread that others may need naps */
  IDLE_ALONE = 160000, IDLE_OVERSUBSCRIBED = 1000,
  SLEEP_TURNS = 1000,                      /* of urtc_sleep                                   */
  /* with a core for each thread: ns until the first yield and between two; turns between two reads of the clock */
  SPIN_TIME = 20000, LOOK_TIME = 4000, LOOKS = 4,
  SOON = 200000,                           /* ns: a thread that waits gives a core back sooner */
  UNSHARED = 16,                           /* yields that found no other thread: the core is not shared any more */
  IDLE_NAP = 3                             /* a nap is as long as in this turn of a wait */
};

static int progress(void) { return urtk_progress ? urtk_progress() : 0; }

void urtc_poll(void) {
  while (progress()) {}
}

void urtc_give_way(void) {
  progress();
  sched_yield();
}

unsigned urtc_patience(void) {
  return urtk_oversubscribed() ? SPINS_OVERSUBSCRIBED + YIELDS_OVERSUBSCRIBED : SPINS_ALONE + YIELDS_ALONE;
}

static unsigned idle;                      /* turns without a message */
static long next_yield;                    /* when */

/* A new wait: what it waits for may come soon. */
static void begin_wait(void) {
  idle = 0;
  next_yield = urtk_now_ns() + SPIN_TIME;
}

/* More than 0: another waiting thread is on this core, as far as the last yields told. Hosts may be parts of one
 * machine, and none of them knows what runs on the others. A thread that shares its core yields in each turn: the
 * thread that it waits for may be the other one. A program that computes does not count. It would keep the core for a
 * slice of the system's scheduler. */
static int shared;

/* The system counts a yield as a switch only if another thread got the core. */
static void give_core(void) {
  static long seen;
  struct rusage use;
  long began = urtk_now_ns(), now;
  sched_yield();
  now = urtk_now_ns();
  getrusage(RUSAGE_THREAD, &use);
  if (use.ru_nivcsw != seen) shared = now - began < SOON ? UNSHARED : 0;
  else if (shared > 0) shared--;
  seen = use.ru_nivcsw;
  next_yield = now + LOOK_TIME;
}

/* 1: nothing has come for long. Puts and gets that the network library serves by itself are no messages, but bytes. */
static int is_idle(unsigned turns) {
  enum { LOOK_AGAIN = 1000 };              /* naps */
  static uint64_t seen;
  if (idle < turns) return 0;
  if ((idle - turns) % LOOK_AGAIN) return 1;
  uint64_t before = seen;
  seen = urtc_moved(-1);
  if (seen != before) idle = 0;
  return seen == before;
}

/* With a core for each thread a yield finds nobody, and makes the looks rarer. */
static void yield_seldom(void) {
  static unsigned looks;
  if (shared > 0 || (++looks % LOOKS == 0 && urtk_now_ns() >= next_yield)) give_core();
}

/* A turn of waiting where far threads may need this one. Without hardware for it, the network library serves others
 * only when it is called, so calls must not wait for the kernel. */
static void serve_a_turn(void) {
  int oversubscribed = urtk_oversubscribed();
  idle = progress() ? 0 : idle + 1;
  if (is_idle(oversubscribed ? IDLE_OVERSUBSCRIBED : IDLE_ALONE)) urtk_nap(IDLE_NAP);
  else if (oversubscribed) sched_yield();
  else yield_seldom();
}

void urtc_relax(unsigned turn) {
  unsigned patience = urtc_patience(), spins = urtk_oversubscribed() ? SPINS_OVERSUBSCRIBED : SPINS_ALONE;
  if (urtc_nodes > 1) {
    if (turn == 0) begin_wait();
    if (turn == 0 && urtk_oversubscribed()) progress();
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
