/* SPDX-License-Identifier: BSD-3-Clause
 * sim: interruptions of a thread's processor, as by an operating system (machine files: noise-time). They follow from
 * the seed and the thread's number. One that begins while the thread waits delays it by what is left of it then. */
#include "conduits/sim/control.h"

static double next_at = -1;              /* when the next interruption begins */

/* From 0 to twice the mean. */
static double gap(double mean) {
  static uint64_t state;
  if (next_at < 0)
    state = urtc_control->costs.noise_seed * 0x100000001b3u + (uint64_t)urt_mythread * 0xd1342543de82ef95u;
  return 2 * mean * (double)(sim_draw(&state) >> 11) * 0x1p-53;
}

double urtc_with_noise(double from, double to) {
  const double each = urtc_control->costs.noise_interval, takes = urtc_control->costs.noise_time;
  if (each <= 0 || takes <= 0 || to <= from) return to;
  if (next_at < 0) next_at = gap(each);
  while (next_at < to) {
    double over = next_at + takes;
    if (over > from) to += next_at < from ? over - from : takes;
    next_at = over + gap(each);
  }
  return to;
}
