// SPDX-License-Identifier: BSD-3-Clause
// Loops that wait in ways of the program's own: with more threads than cores, a thread that waits gives its core away
// after some turns. If it kept the core, what it waits for would come after a slice of the system's scheduler, some
// milliseconds. No time is measured: each loop waits in vain for a number of turns, and this program has a sched_yield
// of its own, which counts. Where each thread has a core, nothing is given away.
#define _GNU_SOURCE
#include "../check.h"
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <upc_relaxed.h>

enum { WAYS = 8, TURNS = 2000000, LEAST_YIELDS = 10, FIRST_ATTEMPT = 6 };

static shared long token[THREADS];
static long yields;

int sched_yield(void) {
  yields++;
  return (int)syscall(SYS_sched_yield);
}

/* Work that another thread must be ready for: it is, after TURNS attempts. What the compiler cannot see into. */
static int attempts;
static int attempt(void) { return ++attempts > TURNS; }
static int (*volatile done_at_last)(void) = attempt;

static int here(void) { return *(volatile long *)&token[MYTHREAD] != 0; }

static long await(int way) {
  volatile long *own = (volatile long *)&token[MYTHREAD];
  long turns = 0;
  switch (way) {
    case 0: while (token[MYTHREAD] == 0 && turns < TURNS) turns++; break;
    case 1: while (*own == 0 && turns < TURNS) turns++; break;
    case 2: while (!here() && turns < TURNS) turns++; break;
    case 3: do turns++; while (!here() && turns < TURNS); break;
    case 4:
      for (;;) {
        if (here() || turns == TURNS) break;
        turns++;
      }
      break;
    case 5: for (turns = 0; token[MYTHREAD] == 0 && turns < TURNS; turns++) ; break;
    case 6:
      for (int i = 0; i < 1; i++)
        if (!done_at_last()) i--;
      break;
    case 7: {
      int i = 0;
      while (i < 1) {
        if (done_at_last()) i++;
      }
      break;
    }
  }
  return way < FIRST_ATTEMPT ? turns : attempts - 1;
}

static int oversubscribed(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 && THREADS > CPU_COUNT(&cores);
}

int main(void) {
  for (int way = 0; way < WAYS; way++) {
    upc_barrier;
    yields = attempts = 0;
    CHECK_EQ(await(way), TURNS);
    long waited = yields;
    if (oversubscribed()) CHECK(waited >= LEAST_YIELDS);
    if (THREADS == 1) CHECK_EQ(waited, 0);
    if (waited < LEAST_YIELDS && oversubscribed()) printf("way %d: %ld yields\n", way, waited);
  }
  return done();
}
