/* SPDX-License-Identifier: BSD-3-Clause
 * What conduits ask of processes: a monitor's child, a death as another one's, and who decides that the job ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "core/core.h"

pid_t urtk_fork_watched(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, before); /* a signal waits until both have their own handlers */
  fflush(NULL);
  pid_t parent = getpid(), child = fork();
  if (child < 0) urtk_usage(1, "cannot start a thread: %s", strerror(errno));
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); /* it died before we asked */
  sigprocmask(SIG_SETMASK, before, NULL);
  return 0;
}

void urtk_die_of(int number) {
  struct rlimit no_core = {0, 0};
  sigset_t none;
  setrlimit(RLIMIT_CORE, &no_core);
  signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  raise(number);
  _exit(128 + number);
}

int urtk_hydra(void) {
  const char *fd = getenv("PMI_FD");
  return fd && getenv("MPI_LOCALNRANKS") ? atoi(fd) : -1; /* no other launcher sets both */
}

void urtk_abort_hydra(int status) {
  char line[64];
  if (urtk_hydra() < 0) return;
  nanosleep(&(struct timespec){0, URTK_READ_MS * 1000000}, NULL);
  signal(SIGPIPE, SIG_IGN); /* it may be gone */
  int length = snprintf(line, sizeof line, "cmd=abort exitcode=%d\n", status);
  if (write(urtk_hydra(), line, (size_t)length) == length) sleep(5);
}

int urtk_decides_end(int *ending, int *result, int status, const char *line) {
  int nobody = 0;
  if (!ending) {
    if (line) fputs(line, stderr);
    exit(status & 255);
  }
  if (!__atomic_compare_exchange_n(ending, &nobody, urt_mythread + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
  *result = status & 255;
  if (line && write(STDERR_FILENO, line, strlen(line)) < 0) *result = 1;
  return 1;
}
