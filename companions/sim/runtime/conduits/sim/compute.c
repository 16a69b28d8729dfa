/* SPDX-License-Identifier: BSD-3-Clause
 * sim: computation that the program states. It replaces what this host has computed since the last call. */
#include <string.h>
#include "conduits/sim/control.h"
#include "urt.h"

static double cube_root(double x) {
  double r = 1;
  while (r * r * r < x) r *= 2;
  for (int i = 0; i < 6; i++) r -= (r - x / (r * r)) / 3; /* Newton's method */
  return r;
}

/* A product of blocks of the extent n has 2 n^3 operations. Its rate is n / (n + half) of that of large ones: Hockney's
 * n1/2. */
static double seconds_of(double flops, const char *kind) {
  const struct sim_kind_of_work *k = urtc_control->work;
  for (; k < urtc_control->work + SIM_WORK && k->name[0]; k++)
    if (strcmp(k->name, kind) == 0)
      return flops * k->seconds * (k->half > 0 && flops > 0 ? 1 + k->half / cube_root(flops / 2) : 1);
  return flops * urtc_control->flop_seconds;
}

/* A processor beside the thread's carries on the calls in flight, whenever something arrives, until the thread has
 * computed. It takes none of the thread's time. */
static void help_until(double end) {
  while (urtc_seat->now < end && urt_meanwhile && urt_meanwhile()) urtc_give_turn(SIM_NEWS, end);
}

int urt_has_helper(void) { return (int)urtc_control->helper; }

/* What the thread has written before, also by plain writes, is there before the computation. What it writes after the
 * computation is there when that is over. */
void urtc_compute(double flops, const char *kind) {
  if (!urtc_seat) return;
  urtc_count_near();
  urtc_may_have_written();
  urtc_note_call(0);
  double began = urtc_seat->now, end = urtc_with_noise(began, began + seconds_of(flops, kind)), waited = urtc_waited;
  if (urtc_control->helper) help_until(end);
  urtc_waited = waited;
  if (urtc_seat->now < end) urtc_seat->now = end;
  urtc_seat->computed += urtc_seat->now - began;
  urtc_catch_up();
  urtc_computed();
}
