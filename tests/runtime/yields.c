/* SPDX-License-Identifier: BSD-3-Clause
 * A thread that waits for another host gives its core away often, however long a look at the network takes: another
 * process may need the core. The time is the processor's, so a busy machine does not change it. Where the machine is so
 * busy that the thread comes late, it does not wait: the best of some rounds counts. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include "check.h"

static long yields;

int sched_yield(void) {
  yields++;
  return (int)syscall(SYS_sched_yield);
}

static double processor_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

enum { ROUNDS = 20, WAITED = 2000, LIMIT = 30 }; /* us of the processor: in a long wait, and between two yields */

/* Thread 0 comes to a barrier late. Returns the time between two yields of the others, 0 if they have not waited. */
static double between_yields(void) {
  barrier();
  if (urt_mythread == 0) nanosleep(&(struct timespec){0, 50000000}, NULL);
  yields = 0;
  double time = processor_us();
  barrier();
  time = processor_us() - time;
  return time < WAITED ? 0 : time / (double)(yields + 1);
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  double least = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double between = between_yields();
    if (between > 0 && (least == 0 || between < least)) least = between;
  }
  CHECK(urt_mythread == 0 || (least > 0 && least < LIMIT), "%.1f us between two yields", least);
  return passed();
}
