/* SPDX-License-Identifier: BSD-3-Clause
 * What monitors, the processes that watch threads, have in common. Signals only write to a pipe that the monitor's loop
 * reads: a library may have started pthreads in this process before main, and the kernel may deliver to those, which
 * sigwait in the loop would never see. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "core/core.h"

static int ear[2];

void urtk_note(int signal) {
  int saved = errno;
  char number = (char)signal;
  if (write(ear[1], &number, 1) < 0) errno = saved; /* full: the loop will look anyway */
  errno = saved;
}

int urtk_open_ear(const int *signals, int count) {
  struct sigaction action = {.sa_handler = urtk_note, .sa_flags = SA_RESTART}, had;
  if (!ear[1] && pipe2(ear, O_CLOEXEC | O_NONBLOCK) < 0) urtk_usage(1, "cannot make a pipe: %s", strerror(errno));
  sigfillset(&action.sa_mask);
  if (count) sigaction(SIGCHLD, &action, NULL);
  for (int i = 0; i < count; i++)
    if (sigaction(signals[i], NULL, &had) == 0 && had.sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL); /* nohup */
  return ear[0];
}

int urtk_leave_ear(void) {
  int others = ear[1];
  ear[0] = ear[1] = 0;
  return others;
}

int urtk_report_death(int thread, int threads, int signal, const char *hint) {
  char line[200];
  int length;
  if (threads)
    length = snprintf(line, sizeof line, "upc: thread %d of %d died of signal %d (%s)\n", thread, threads, signal,
                      strsignal(signal));
  else
    length = snprintf(line, sizeof line, "upc: a thread died of signal %d (%s) before the program began%s\n", signal,
                      strsignal(signal), hint);
  return write(STDERR_FILENO, line, (size_t)length) < 0 ? 1 : 128 + signal;
}
