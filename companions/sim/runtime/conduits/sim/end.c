/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the end of a thread, and of the job. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "conduits/sim/one_process.h"

double urtc_ended_at;

/* The simulator goes on without this thread; its segment stays. */
void urtc_end_thread(void) {
  fflush(NULL);
  urtc_settle();
  urtc_enter();
  urtc_close_record();
  __atomic_store_n(&urtc_have_ended[urt_mythread], 1, __ATOMIC_RELEASE);
  urtc_control->some_ended = 1;
  urt_wrote_word(NULL, 0);
  urtc_ended_at = urtc_seat->now;
  urtc_give_turn(SIM_ENDED, SIM_FOREVER);
  urtc_seat = NULL;                      /* what still runs, runs in real time */
}

int urtc_ended(int thread) {
  return __atomic_load_n(&urtc_have_ended[thread], __ATOMIC_ACQUIRE) ||
         __atomic_load_n(&urtc_gone[thread], __ATOMIC_ACQUIRE);
}

void urtc_end_job(int status, const char *line) {
  struct sim_control *c = urtc_seat ? urtc_control : NULL; /* null before there are threads */
  if (!urtk_decides_end(c ? &c->ending : NULL, status, line)) urtk_await_end(status);
  urtc_wake_monitor(); /* even if the flush below blocks, the job ends */
  urtc_seat = NULL;
  if (urtc_contexts) urtc_contexts->end_process(status);
  fflush(NULL);
  _exit(status & 255);
}
