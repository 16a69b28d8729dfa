/* SPDX-License-Identifier: BSD-3-Clause
 * upc_tick.h. A tick is a nanosecond of the monotonic clock: some 20 ns to read (no system call), steady when cores
 * change their speed, and the same for all threads of a machine. A conduit may have a clock of its own. */
#include <time.h>
#include "conduits/conduit.h"
#include "core/calls.h"

#ifdef URTC_HAS_CLOCK
uint64_t upc_ticks_now(void) { return urtc_clock(); }
#else
uint64_t upc_ticks_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#endif

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
