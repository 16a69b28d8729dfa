/* SPDX-License-Identifier: BSD-3-Clause
 * smp: the process that was started becomes the monitor. It waits for the threads, ends the job when one of them
 * crashes or asks for it, hands on signals, and gives the job its exit status. The threads die with it
 * (PR_SET_PDEATHSIG), so nothing is left behind however it ends.
 *
 * Signals only write to a pipe the loop reads: a library may have started pthreads in this process before main, and
 * the kernel may deliver to those, which sigwait here would never see. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "control.h"

enum { FLUSH_MS = 1000, HANDLE_MS = 5000 }; /* what a thread may take to flush its files; to handle a signal */

static int wakeup[2];                       /* the pipe: one byte a signal, its number */

static struct job {
  const int *pid;
  int threads, alive, status;
  int signalled;                            /* the signal the monitor was sent and has handed on */
  int asked;                                /* a thread has called urtc_end_job */
  long kill_at;                             /* when patience with the rest ends, in ms; 0: not running out */
} job;

static void note(int signal) {
  int saved = errno;
  char number = (char)signal;
  if (write(wakeup[1], &number, 1) < 0) errno = saved; /* full: the loop will look anyway */
  errno = saved;
}

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int ended(int t) { return urtc_control->ended[t]; }

static void send_all(int signal, int except) {
  for (int t = 0; t < job.threads; t++)
    if (!ended(t) && t != except) kill(job.pid[t], signal);
}

/* A thread died of a signal: unless the job is ending already, say so and kill the rest. */
static void died(int thread, int signal) {
  int nobody = 0;
  if (signal == job.signalled) return; /* it was told to */
  if (!__atomic_compare_exchange_n(&urtc_control->ending, &nobody, -1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  char line[160];
  int length = snprintf(line, sizeof line, "upc: thread %d of %d died of signal %d (%s)\n", thread, job.threads, signal,
                        strsignal(signal));
  if (write(STDERR_FILENO, line, (size_t)length) < 0) job.status = 1;
  job.status = 128 + signal;
  send_all(SIGKILL, thread);
}

static void reap(void) {
  int how;
  pid_t pid;
  while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
    int t = 0;
    while (t < job.threads && job.pid[t] != pid) t++;
    if (t == job.threads) continue;
    __atomic_store_n(&urtc_control->ended[t], 1, __ATOMIC_SEQ_CST);
    job.alive--;
    if (WIFSIGNALED(how)) died(t, WTERMSIG(how));
    else if (WEXITSTATUS(how) > job.status && !urtc_control->ending) job.status = WEXITSTATUS(how);
  }
}

/* A thread asked for the end (urtc_end_job): the others go now; it gets a moment to flush its files. */
static void end_if_asked(void) {
  int who = __atomic_load_n(&urtc_control->ending, __ATOMIC_SEQ_CST) - 1;
  if (who < 0 || job.asked) return;
  job.asked = 1;
  job.status = urtc_control->status;
  send_all(SIGKILL, who);
  job.kill_at = now_ms() + FLUSH_MS;
}

static void hand_on(int signal) {
  if (job.signalled) job.kill_at = now_ms(); /* the second time: no more patience */
  else job.kill_at = now_ms() + HANDLE_MS;
  job.signalled = signal;
  send_all(signal, -1);
}

static void install(void) {
  static const int handed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  if (pipe2(wakeup, O_CLOEXEC | O_NONBLOCK) < 0) urtk_usage(1, "cannot make a pipe: %s", strerror(errno));
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, before;
  sigfillset(&action.sa_mask);
  sigaction(SIGCHLD, &action, NULL);
  for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
    if (sigaction(handed_on[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup */
      sigaction(handed_on[i], &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Dies as the job did, so that a shell sees the signal. */
static _Noreturn void finish(void) {
  if (job.signalled && job.status == 0) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(job.signalled, SIG_DFL);
    raise(job.signalled);
  }
  _exit(job.status);
}

void urtc_monitor(const int *pid, int threads) {
  job.pid = pid, job.threads = job.alive = threads;
  install();
  for (;;) {
    reap();
    end_if_asked();
    if (job.alive == 0) finish();
    struct pollfd ready = {wakeup[0], POLLIN, 0};
    char signals[64];
    long left = job.kill_at ? job.kill_at - now_ms() : -1;
    if (job.kill_at && left <= 0) send_all(SIGKILL, -1), left = 10;
    poll(&ready, 1, (int)left);
    ssize_t n = read(wakeup[0], signals, sizeof signals);
    for (ssize_t i = 0; i < n; i++)
      if (signals[i] != SIGCHLD) hand_on(signals[i]);
  }
}
