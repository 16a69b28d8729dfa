/* SPDX-License-Identifier: BSD-3-Clause
 * smp: the end of a thread, and of the job. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "conduits/smp/control.h"

/* A segment outlives its thread, so a thread that is done just goes; the monitor waits for all. */
void urtc_end_thread(void) {}

int urtc_ended(int thread) { return __atomic_load_n(&urtc_control->ended[thread], __ATOMIC_ACQUIRE); }

void urtc_end_job(int status, const char *line) {
  if (!urtk_decides_end(urtc_control ? &urtc_control->ending : NULL, status, line)) urtk_await_end(status);
  urtc_wake_monitor(); /* even if the flush below blocks, the job ends */
  fflush(NULL);
  _exit(status & 255);
}
