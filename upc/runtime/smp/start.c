/* SPDX-License-Identifier: BSD-3-Clause
 * smp: nothing needs to run before the segments exist; the environment decides the number of threads. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include "control.h"

const char urtc_name[] = "smp";
int urtc_cores = 1;

/* The cores we may use: the affinity mask, or less where a container rations time. */
static int cores(void) {
  cpu_set_t set;
  int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1024;
  long quota, period;
  FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r");
  if (f && fscanf(f, "%ld %ld", &quota, &period) == 2 && period > 0 && quota / period < n)
    n = (int)(quota / period);
  if (f) fclose(f);
  return n < 1 ? 1 : n;
}

int urtc_start(int *argc, char ***argv, int asked) {
  (void)argc, (void)argv;
  urtc_cores = cores();
  return asked ? asked : 1;
}
