/* SPDX-License-Identifier: BSD-3-Clause
 * start.h: a repetition that all threads or processes of one machine begin at the same time. One of them names the time
 * a little ahead, the others learn it, and all wait for it. Otherwise they begin as a barrier lets them go. Libraries
 * have different barriers, and a call of 0.2 us may wait as long for a thread that left the barrier later. */
#ifndef BENCH_START_H
#define BENCH_START_H

#include <unistd.h>
#include "clock.h"

#define AHEAD 10e-6 /* seconds: more than a barrier and a broadcast take */

/* 1: a core for each, so that all can begin at the same time. */
static inline int own_cores(int threads) { return threads <= sysconf(_SC_NPROCESSORS_ONLN); }

static inline double wait_until(double start) {
  while (now() < start) {}
  return start;
}

#endif
