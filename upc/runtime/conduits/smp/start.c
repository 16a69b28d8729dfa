/* SPDX-License-Identifier: BSD-3-Clause
 * smp: nothing needs to run before the segments exist; the environment decides the number of threads. */
#include <sched.h>
#include "conduits/smp/control.h"

const char urtc_name[] = "smp";

/* Where the user does not bind threads, thread t begins on processor t modulo those that the job may use. Otherwise
 * two forked processes may share one for long while another one is idle. */
void urtc_bind(int thread) {
  int verbose;
  enum urtk_binding by = urtk_env_bind(&verbose);
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all) < 0) return;
  if (by != URTK_BIND_NONE) {
    struct cores may = urtk_affinity(), set = urtk_processors(by, thread, urt_threads, &may, "/sys");
    sched_setaffinity(0, sizeof set, (cpu_set_t *)&set);
    return;
  }
  int skip = thread % CPU_COUNT(&all), first = 0;
  while (!CPU_ISSET(first, &all) || skip-- > 0) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  sched_setaffinity(0, sizeof one, &one);
  sched_setaffinity(0, sizeof all, &all);
}

int urtc_shares_core(int thread) { return urtk_oversubscribed() && thread % urtk_cores == urt_mythread % urtk_cores; }

int urtc_start(int *argc, char ***argv, int asked) {
  double latency, bandwidth;
  (void)argc, (void)argv;
  struct cores set = urtk_affinity();
  urtk_cores = urtk_count_cores(&set);
  urtk_threads_here = asked ? asked : 1;
  urtk_check_launcher(urtk_threads_here, NULL);
  if (urtk_env_delays(&latency, &bandwidth)) urtc_set_delays(latency, bandwidth);
  return urtk_threads_here;
}
