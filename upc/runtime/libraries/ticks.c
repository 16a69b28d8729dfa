/* SPDX-License-Identifier: BSD-3-Clause
 * upc_tick.h. A tick is a nanosecond of the monotonic clock: some 20 ns to read (no system call), steady when cores
 * change their speed, and the same for all threads of a machine. */
#include <time.h>
#include "core/calls.h"

uint64_t upc_ticks_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
