/* SPDX-License-Identifier: BSD-3-Clause
 * smp, sim: the process that was started becomes the monitor. It waits for the threads, ends the job when one of them
 * crashes or asks for it, hands on signals, and gives the job its exit status. The threads die with it
 * (PR_SET_PDEATHSIG), so nothing is left behind however it ends. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/host.h"
#include "base/identity.h"
#include "job/job.h"
#include "job/smp/monitor.h"

enum {
  FLUSH_MS = 1000,                          /* what a thread may take to flush its files */
  LEFT_MS = 5000,                           /* how long threads go on that handle a signal of which another has died */
  MOST_SIGNALS = 3,                         /* the last one kills */
  BY_MONITOR = -1
};

static struct job {
  int *ending;                              /* how a thread ends the job (urtk_decides_end); BY_MONITOR: none does */
  int *ended;
  int *pid;
  const int *running;                       /* null, or the thread that runs in the one process of all threads */
  int threads, alive, status;
  pid_t simulator;                          /* 0: none, or it has ended */
  int signalled;                            /* the signal the monitor was sent and has handed on, to end the job */
  int died_of;                              /* the one of these of which threads have died, or were killed for */
  int signals, killed;                      /* so many of these it was sent; it has killed threads */
  int passed;                               /* the same for SIGUSR1 and SIGUSR2, which the threads may handle */
  int asked;                                /* a thread has called urtc_end_job */
  long kill_at;                             /* when patience with the rest ends, in ms; 0: not running out */
} job;

static pid_t monitor_process;               /* in a thread */

void urtc_wake_monitor(void) { kill(monitor_process, SIGCHLD); }

/* upc_global_exit flushes the files of all threads: by this signal the monitor tells a thread to do so and to go. A
 * thread that does not get through, as the signal found it inside of a call about files, is killed after FLUSH_MS. */
#define GO (SIGRTMAX - 1)

static void go(int signal) {
  (void)signal;
  fflush(NULL);
  _exit(0);
}

static int has_ended(int t) { return job.ended[t]; }

static void send_all(int signal, int except) {
  for (int t = 0; t < job.threads; t++)
    if (!has_ended(t) && t != except) kill(job.pid[t], signal);
}

static int report(int thread, int signal) {
  if (thread >= 0) return urtk_report_death(thread, urt_threads, signal, "");
  fprintf(stderr, "upc: the simulator died of signal %d\n", signal);
  return 128 + signal;
}

/* 1 if no thread has decided before. */
static int decides_end(void) {
  int nobody = 0;
  return __atomic_compare_exchange_n(job.ending, &nobody, BY_MONITOR, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* A thread died of a signal: unless the job is ending already, say so and kill the rest. */
static void died(int thread, int signal) {
  if (job.killed) return;
  if (signal == job.signalled) { /* it was told to */
    job.died_of = signal;
    if (!job.kill_at) job.kill_at = urtk_now_ms() + LEFT_MS;
    return;
  }
  if (signal == job.passed) job.signalled = job.died_of = signal; /* it does not handle it: all end of it */
  if (!decides_end()) return;
  if (signal != job.passed) job.status = report(job.running ? *job.running : thread, signal);
  send_all(SIGKILL, thread);
}

/* The simulator ends with status 0 once all threads have ended. Else no thread can go on; it has said why. */
static void simulator_ended(int how) {
  const int signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
  job.simulator = 0;
  if (how == 0) return;
  if (!decides_end()) return;
  job.status = signal ? report(-1, signal) : WEXITSTATUS(how);
  send_all(SIGKILL, -1);
}

/* The thread with that process, or -1. Processes that are forked in a row mostly have numbers in a row, so the search
 * begins where the thread would then be, and goes both ways. */
static int thread_of(pid_t pid) {
  int guess = pid - job.pid[0];
  if (guess < 0 || guess >= job.threads) guess = job.threads - 1;
  for (int far = 0; far < job.threads; far++) {
    if (guess - far >= 0 && job.pid[guess - far] == pid) return guess - far;
    if (guess + far < job.threads && job.pid[guess + far] == pid) return guess + far;
  }
  return -1;
}

static void reap(void) {
  int how;
  pid_t pid;
  while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
    if (pid == job.simulator) {
      simulator_ended(how);
      continue;
    }
    urtk_remove_openmp_memory(pid);
    int t = thread_of(pid);
    if (t < 0) continue;
    if (WIFSIGNALED(how)) died(t, WTERMSIG(how)); /* before others see it ended: then the line would be theirs */
    else if (WEXITSTATUS(how) > job.status && !*job.ending) job.status = WEXITSTATUS(how);
    __atomic_store_n(&job.ended[t], 1, __ATOMIC_SEQ_CST);
    job.alive--;
  }
}

/* A thread asked for the end (urtc_end_job): the others go now; all get a moment to flush their files. */
static void end_if_asked(void) {
  const int how = __atomic_load_n(job.ending, __ATOMIC_SEQ_CST);
  if (how <= 0 || job.asked) return;
  job.asked = 1;
  job.status = how % 256;
  send_all(GO, job.running ? 0 : how / 256 - 1);
  job.kill_at = urtk_now_ms() + FLUSH_MS;
}

static void send_to_all(int signal) { send_all(signal, -1); }

static void hand_on(int signal) {
  if (signal == SIGTSTP) {
    urtk_stop(send_to_all);
    return;
  }
  if (signal == SIGUSR1 || signal == SIGUSR2) {
    send_all(job.passed = signal, -1);
    return;
  }
  if (++job.signals == MOST_SIGNALS) job.kill_at = urtk_now_ms(), job.died_of = signal; /* no more patience */
  job.signalled = signal;
  send_all(signal, -1);
}

static _Noreturn void finish(void) {
  if (job.died_of && job.status == 0) urtk_die_of(job.died_of);
  _exit(job.status);
}

/* 1 if no thread is left to wait for. A job that is being ended needs no simulator. */
static int is_over(void) {
  if (job.alive > 0) return 0;
  if (job.simulator && (*job.ending || job.signalled)) kill(job.simulator, SIGKILL), job.simulator = 0;
  return job.simulator == 0;
}

static _Noreturn void monitor(void) {
  static const int handed_on[] = {URTK_HANDED_ON};
  signal(SIGPIPE, SIG_IGN);                 /* whoever reads the last line may be gone */
  urtk_open_ear(handed_on, sizeof handed_on / sizeof *handed_on);
  for (;;) {
    reap();
    end_if_asked();
    if (is_over()) finish();
    long left = job.kill_at ? job.kill_at - urtk_now_ms() : -1;
    if (job.kill_at && left <= 0) job.killed = 1, send_all(SIGKILL, -1), left = 10;
    urtk_read_ear((int)left, hand_on);
  }
}

/* Thread t could not be forked. Those before it end now, and this process after them: with thousands of them the system
 * takes a while. */
static _Noreturn void cannot_start(int t) {
  const char *why = strerror(errno);
  for (int i = 0; i < t; i++) kill(job.pid[i], SIGKILL);
  if (job.simulator) kill(job.simulator, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0) {}
  urtk_usage(1, "cannot start thread %d of %d: %s", t, job.threads, why);
}

int urtc_start_threads(int *ending, int *ended, int threads, int simulator, const int *running) {
  job = (struct job){.ending = ending, .ended = ended, .threads = threads, .alive = threads, .simulator = simulator,
                     .running = running,
                     .pid = urtk_memory((size_t)threads, sizeof *job.pid, "the list of threads")};
  const char *exceeded = urtk_limit_exceeded(threads, 1);
  if (exceeded) urtk_usage(1, "%s", exceeded);
  for (int t = 0; t < threads; t++) {
    job.pid[t] = urtk_fork_watched();
    if (job.pid[t] > 0) continue;
    if (job.pid[t] < 0) cannot_start(t);
    free(job.pid);
    monitor_process = getppid();
    signal(GO, go);
    return t;
  }
  monitor();
}
