/* SPDX-License-Identifier: BSD-3-Clause
 * A thread that waits for another host gives its core away often, however long a look at the network takes: another
 * process may need the core. The time is the processor's, so a busy machine does not change it. */
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

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  barrier();
  if (urt_mythread == 0) nanosleep(&(struct timespec){0, 50000000}, NULL);
  double before = processor_us();
  yields = 0;
  barrier();
  double between = (processor_us() - before) / (double)(yields + 1);
  CHECK(urt_mythread == 0 || between < 30, "%.1f us between two yields", between);
  return passed();
}
