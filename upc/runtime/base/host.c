/* SPDX-License-Identifier: BSD-3-Clause
 * What conduits ask of the host: how many cores there are, silence while they start, and ways to wait. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "core/core.h"

/* The affinity mask, or less where a container rations time. */
int urtk_cores(void) {
  cpu_set_t set;
  int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1024;
  long quota, period;
  FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r");
  if (f && fscanf(f, "%ld %ld", &quota, &period) == 2 && period > 0 && quota / period < n)
    n = (int)(quota / period);
  if (f) fclose(f);
  return n < 1 ? 1 : n;
}

static int hushed = -1;

void urtk_hush(void) {
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  fflush(stderr);
  hushed = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (null < 0 || hushed < 0) return;
  dup2(null, STDERR_FILENO);
  close(null);
}

void urtk_empty_input(void) {
  int null = open("/dev/null", O_RDONLY);
  if (null > STDIN_FILENO) dup2(null, STDIN_FILENO), close(null);
}

void urtk_speak(void) {
  if (hushed < 0) return;
  fflush(stderr);
  dup2(hushed, STDERR_FILENO);
  close(hushed);
  hushed = -1;
}

enum { NAP_LEAST = 5000, NAP_MOST = 80000 }; /* ns */

void urtk_nap(unsigned turn) {
  long ns = NAP_LEAST * ((long)turn + 1);
  nanosleep(&(struct timespec){0, ns < NAP_MOST ? ns : NAP_MOST}, NULL);
}

void urtk_sleep(uint32_t *word, uint32_t seen) {
  struct timespec most = {0, 50 * 1000 * 1000};
  syscall(SYS_futex, word, FUTEX_WAIT, seen, &most, NULL, 0);
}

void urtk_wake(uint32_t *word, int count) { syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0); }
