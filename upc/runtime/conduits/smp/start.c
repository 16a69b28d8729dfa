/* SPDX-License-Identifier: BSD-3-Clause
 * smp: nothing needs to run before the segments exist; the environment decides the number of threads. */
#define _GNU_SOURCE
#include <sched.h>
#include "conduits/smp/control.h"

const char urtc_name[] = "smp";

/* Thread t goes to core t modulo the cores that the job may use: to stay there if the user wants it, else to begin
 * there. Otherwise two forked processes may share a core for long while another core is idle. */
void urtc_bind(int thread) {
  cpu_set_t set, one;
  if (sched_getaffinity(0, sizeof set, &set) < 0) return;
  int skip = thread % CPU_COUNT(&set), core = 0;
  while (!CPU_ISSET(core, &set) || skip-- > 0) core++;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
  if (!urtk_env_bind()) sched_setaffinity(0, sizeof set, &set);
}

int urtc_shares_core(int thread) { return urtk_oversubscribed() && thread % urtk_cores == urt_mythread % urtk_cores; }

int urtc_start(int *argc, char ***argv, int asked) {
  double latency, bandwidth;
  (void)argc, (void)argv;
  struct cores set = urtk_affinity();
  urtk_cores = urtk_count_cores(&set);
  urtk_threads_here = asked ? asked : 1;
  if (urtk_env_delays(&latency, &bandwidth)) urtc_set_delays(latency, bandwidth);
  return urtk_threads_here;
}
