/* SPDX-License-Identifier: BSD-3-Clause
 * The clock of a trace. Where Linux takes its own time from the processor's counter, a tick is one of this counter.
 * The counter then runs evenly, and alike on all cores. To read it takes 20 ns, and to read Linux's clock 40 to 60 ns.
 * Elsewhere a tick is a nanosecond; on a simulated machine it is a virtual one, as in all clocks there. */
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif
#include "conduits/conduit.h"
#include "trace/clock.h"

static uint64_t nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

#if defined __x86_64__ && !defined URTC_HAS_CLOCK
static int counts;

void urtk_choose_trace_clock(void) {
  char name[4] = "";
  int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  counts = read(fd, name, sizeof name) == sizeof name && memcmp(name, "tsc\n", sizeof name) == 0;
  close(fd);
}

uint64_t urtk_trace_ticks(void) { return counts ? __rdtsc() : nanoseconds(); }
#else
void urtk_choose_trace_clock(void) {}
uint64_t urtk_trace_ticks(void) { return nanoseconds(); }
#endif

/* Reads the clock and the counter several times, and takes the reading with the least time between two values of the
 * counter. In the others the thread may have lost its core. */
struct urtk_trace_moment urtk_trace_moment(void) {
  struct urtk_trace_moment best = {0, 0};
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 3; i++) {
    uint64_t before = urtk_trace_ticks(), ns = nanoseconds(), passed = urtk_trace_ticks() - before;
    if (passed >= least) continue;
    least = passed;
    best = (struct urtk_trace_moment){before + passed / 2, ns};
  }
  return best;
}
