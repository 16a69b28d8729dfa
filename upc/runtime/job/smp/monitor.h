/* SPDX-License-Identifier: BSD-3-Clause
 * smp, sim: the monitor of all threads. */
#ifndef URTC_MONITOR_H
#define URTC_MONITOR_H

/* Forks the threads of the job, and returns in each of them with its number. This process watches them, and ends with
 * the job's status. Words in memory that all share: *ending tells that the job ends (urtk_decides_end), and ended[t]
 * becomes 1 once t has ended. `simulator` is a child that the threads need and that ends after them, 0 for none.
 * `running`: it is one process for all threads, and this word there says which one runs; or null. */
int urtc_start_threads(int *ending, int *ended, int threads, int simulator, const int *running);

/* The monitor looks at *ending. A process that a thread has forked may call it, too. */
void urtc_wake_monitor(void);

#endif
