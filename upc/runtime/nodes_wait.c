/* SPDX-License-Identifier: BSD-3-Clause
 * How a thread waits whose conduit has nodes (nodes.h): as on smp it spins, then yields, then sleeps, see there. With
 * several nodes it serves others at each turn, and sleeps only once nobody has asked it for anything for long: a layer
 * without hardware for it moves nothing for a thread that does not call it. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "nodes.h"

#ifdef URTC_NODES

enum {
  SPINS_ALONE = 500, SPINS_CROWDED = 20,   /* turns of a pause instruction, 10 to 40 ns each */
  YIELDS_ALONE = 300, YIELDS_CROWDED = 20, /* turns of sched_yield, from 0.3 us up           */
  LOOKS = 16,                              /* at the layer below, between two yields          */
  SLEEP_LEAST = 5000, SLEEP_MOST = 80000,  /* ns; longer each turn                            */
  IDLE_ALONE = 10000, IDLE_CROWDED = 1000, /* turns without a message before a thread that others may need ... */
  IDLE_SLEEP = 20000                       /* ... sleeps, ns */
};

void urtc_poll(void) {
  while (urtc_progress()) {}
}

void urtc_give_way(void) {
  urtc_progress();
  sched_yield();
}

unsigned urtc_patience(void) { return urtc_crowded() ? SPINS_CROWDED + YIELDS_CROWDED : SPINS_ALONE + YIELDS_ALONE; }

static void nap(long ns) {
  struct timespec time = {0, ns < SLEEP_MOST ? ns : SLEEP_MOST};
  nanosleep(&time, NULL);
}

static inline void pause_a_little(void) {
#if defined __x86_64__
  __builtin_ia32_pause();
#elif defined __aarch64__
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Looks several times where there is a core for each thread: what a layer does for others in its calls, and that is all it
 * does where there is no hardware for it, must not wait for the kernel. 1 if anything was done. */
static int look(void) {
  int looks = urtc_crowded() ? 1 : LOOKS, done = 0;
  while (looks-- > 0 && !(done = urtc_progress())) {}
  return done;
}

/* A turn of waiting where far threads may need this one. */
static unsigned idle;
static void serve_a_turn(void) {
  idle = look() ? 0 : idle + 1;
  if (idle < (urtc_crowded() ? IDLE_CROWDED : IDLE_ALONE)) sched_yield();
  else nap(IDLE_SLEEP);
}

void urtc_relax(unsigned turn) {
  unsigned patience = urtc_patience(), spins = urtc_crowded() ? SPINS_CROWDED : SPINS_ALONE;
  if (turn == 0) idle = 0; /* a new wait: what it waits for may come soon */
  if (urtc_nodes > 1) {
    if (turn < spins) urtc_progress();
    else serve_a_turn();
  } else if (turn < spins) {
    pause_a_little();
  } else if (turn < patience) {
    sched_yield();
  } else {
    nap(SLEEP_LEAST * (long)(turn - patience + 1));
  }
}

void urtc_sleep(uint32_t *word, uint32_t seen) {
  struct timespec most = {0, 50 * 1000 * 1000};
  if (urtc_nodes == 1) {
    syscall(SYS_futex, word, FUTEX_WAIT, seen, &most, NULL, 0);
  } else {
    for (int turn = 0; turn < 64 && __atomic_load_n(word, __ATOMIC_ACQUIRE) == seen; turn++) serve_a_turn();
  }
}

void urtc_wake(uint32_t *word, int count) {
  if (urtc_nodes == 1) syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
}

#endif
