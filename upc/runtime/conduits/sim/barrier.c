/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the simulator counts the threads that arrive, and releases all after the time the machine's barrier takes. */
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

/* There are turns before the release: something has arrived for urtk_meanwhile, or a thread has ended. Only the first
 * turn, and one that has written, is news for others of the node: else two of them would wake each other for ever. */
void urtc_await(int barrier) {
  int first = 1;
  urtc_enter();
  while ((int32_t)(urtc_seat->released[barrier] - phase[barrier]) < 0) {
    int busy = urtk_meanwhile();
    urtc_seat->meanwhile = busy != 0;
    if (urtc_control->some_ended) urtk_long_wait(barrier);
    if (busy == URTK_TASKS_ASK_AGAIN) continue;
    urtc_seat->touched = (uint32_t)(urtc_has_written() || first);
    first = 0;
    urtc_give_turn(SIM_RELEASE, SIM_FOREVER);
  }
  urtc_leave();
}

#endif
