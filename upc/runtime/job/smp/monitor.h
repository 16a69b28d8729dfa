/* SPDX-License-Identifier: BSD-3-Clause
 * smp, sim: what the threads tell their monitor. In memory that all share. */
#ifndef URTC_MONITOR_H
#define URTC_MONITOR_H

struct watch {
  int ending;                     /* 1 + the thread that ends the job (urtc_end_job); 0 while no thread does */
  int status;                     /* with this status */
};

/* Watches the threads, which are children of this process; ends with the job's status. ended[t]
 * becomes 1 once t has. `simulator` is a child that the threads need and that ends after them, 0 for none. */
_Noreturn void urtc_monitor(struct watch *watch, int *ended, const int *pid, int threads, int simulator);

#endif
