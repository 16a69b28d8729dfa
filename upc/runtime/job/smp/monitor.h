/* SPDX-License-Identifier: BSD-3-Clause
 * smp, sim: what the threads tell their monitor. In memory that all share. */
#ifndef URTC_MONITOR_H
#define URTC_MONITOR_H

struct watch {
  int ending;                     /* 1 + the thread that ends the job (urtc_end_job); 0 while no thread does */
  int status;                     /* with this status */
};

/* Forks the threads of the job, and returns in each of them with its number. This process watches them, and ends with
 * the job's status. ended[t] becomes 1 once t has. `simulator` is a child that the threads need and that ends after
 * them, 0 for none. `running`: it is one process for all threads, and this word there says which one runs; or null. */
int urtc_start_threads(struct watch *watch, int *ended, int threads, int simulator, const int *running);

#endif
