/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the simulator counts the threads that arrive, and releases all after the time the machine's barrier takes. */
#include "conduits/barrier.h"
#include "conduits/sim/control.h"

#ifdef URTC_HAS_BARRIER

_Static_assert(SIM_BARRIERS == URTC_BARRIERS, "the simulator counts as many barriers");

static uint32_t phase[URTC_BARRIERS];    /* phases this thread has notified */

void urtc_notify(int barrier, int tagged, int tag) {
  urtc_settle();
  urtc_enter();
  uint32_t now = ++phase[barrier];
  uint64_t *first = urtc_control->first_tag[barrier];
  if (tagged) urtk_compare_tag(&first[now & 1], tag);
  urtc_note_call(0);
  struct sim_post post = urtc_post_for(SIM_ARRIVE, barrier);
  urtc_post(&post, NULL);
  urtc_leave();
}

static int is_released(int barrier) { return (int32_t)(urtc_seat->released[barrier] - phase[barrier]) >= 0; }

/* There are turns before the release: something has arrived for urtk_meanwhile, or a thread has ended. The release may
 * come in urtk_meanwhile. */
void urtc_await(int barrier) {
  urtc_enter();
  while (!is_released(barrier)) {
    int busy = urtk_meanwhile();
    urtc_seat->meanwhile = busy != 0;
    if (urtc_control->some_ended) urtk_long_wait(barrier);
    if (busy != URTK_WORK_ASK_AGAIN && !is_released(barrier)) urtc_give_turn(SIM_RELEASE, SIM_FOREVER);
  }
  urtc_leave();
}

#endif
