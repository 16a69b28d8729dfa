/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun as the parent of the program, or of its launcher: it hands on the signals that it gets, and ends as its child
 * does. The child is in the same group of processes, so a signal of the terminal's reaches both. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/host.h"
#include "job/job.h"
#include "job/upcrun/launch.h"

static pid_t child;
static struct upcrun_attended job;
static long started_ms;
static sigset_t heard, before;          /* all that is heard; what this process blocked before that */

int upcrun_fork(void) {
  static const int signals[] = {SIGCHLD, URTK_HANDED_ON, SIGCONT};
  pid_t parent = getpid();
  sigemptyset(&heard);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&heard, signals[i]);
  sigprocmask(SIG_BLOCK, &heard, &before); /* they wait for upcrun_attend */
  fflush(NULL);
  if ((child = fork()) < 0) upcrun_fail(1, "cannot fork: %s", strerror(errno));
  if (child > 0) return 1;
  sigprocmask(SIG_SETMASK, &before, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); /* it died before we asked */
  return 0;
}

/* Hydra starts a proxy on its host, and this one a process for each thread. */
static void send_to_threads(int signal) {
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes && (entry = readdir(processes));) {
    pid_t process = atoi(entry->d_name);
    if (process > 0 && urtk_parent_of(urtk_parent_of(process)) == child) kill(process, signal);
  }
  if (processes) closedir(processes);
}

/* This process stops as well, if a shell can let it go on. */
static void stop(void) {
  sigset_t this;
  sigemptyset(&this);
  sigaddset(&this, SIGTSTP);
  raise(SIGTSTP);
  sigprocmask(SIG_UNBLOCK, &this, NULL);
  sigprocmask(SIG_BLOCK, &this, NULL);
}

static int has_begun(void) {
  struct pollfd begun = {job.told, POLLIN, 0};
  return !job.holds_signals || poll(&begun, 1, 0) > 0 ||
         (job.begins_ms && urtk_now_ms() - started_ms > job.begins_ms);
}

static _Noreturn void die_of(int number) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  signal(number, SIG_DFL);
  raise(number);
  sigprocmask(SIG_SETMASK, &before, NULL);
  exit(128 + number);
}

static int is_ignored(int signal) { /* by nohup, for one */
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void hand_on(int signal, int by_terminal) {
  int stops = signal == SIGTSTP || signal == SIGCONT;
  if (signal == SIGCHLD) return;
  if (!stops && !is_ignored(signal) && !has_begun()) {
    kill(child, SIGKILL); /* what Hydra has started ends with it */
    die_of(signal);
  }
  if (job.threads_here && (stops || signal == SIGUSR1 || signal == SIGUSR2)) send_to_threads(signal);
  else if (!by_terminal) kill(child, signal);
  if (signal == SIGTSTP) stop();
}

/* ---- input, for a child that does not read it, or cannot read at a terminal while a shell does ---- */
static char text[4096];
static ssize_t length, passed;          /* of the text; 0: all is passed on */
static int terminal;

static void end_input(void) { close(job.input), job.input = -1, length = 0; }

static void read_input(void) {
  passed = 0;
  if ((length = read(STDIN_FILENO, text, sizeof text)) <= 0) end_input();
}

static void pass_input(void) {
  ssize_t n = write(job.input, text + passed, (size_t)(length - passed));
  if (n < 0) end_input();
  else if ((passed += n) == length) length = 0;
}

/* A job in the background reads nothing at a terminal. It may come into the foreground without a signal. */
static void wait_for_something(struct pollfd ready[3]) {
  enum { LOOK_MS = 1000 };
  int reads = job.input >= 0 && !length, may = reads && (!terminal || tcgetpgrp(STDIN_FILENO) == getpgrp());
  ready[1].fd = may ? STDIN_FILENO : -1;
  ready[2].fd = length ? job.input : -1;
  poll(ready, 3, reads && !may ? LOOK_MS : -1);
}

/* The first status that a thread of this host has told, else how the launcher has ended. */
static int told_status(int how) {
  unsigned char status;
  while (job.told >= 0 && read(job.told, &status, 1) == 1)
    if (status) return W_EXITCODE(status, 0);
  return how;
}

int upcrun_attend(struct upcrun_attended attended) {
  struct signalfd_siginfo got;
  int how, ear = signalfd(-1, &heard, SFD_CLOEXEC);
  struct pollfd ready[] = {{ear, POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLOUT, 0}};
  if (ear < 0) upcrun_fail(1, "cannot hear signals: %s", strerror(errno)); /* and the child dies with this process */
  job = attended;
  started_ms = urtk_now_ms();
  signal(SIGCHLD, SIG_DFL), signal(SIGPIPE, SIG_IGN);
  terminal = isatty(STDIN_FILENO);
  if (job.input < 0) urtk_empty_input(); /* it is the child's */
  while (waitpid(child, &how, WNOHANG) == 0) {
    wait_for_something(ready);
    if (ready[0].revents && read(ear, &got, sizeof got) == sizeof got)
      hand_on((int)got.ssi_signo, got.ssi_code == SI_KERNEL);
    else if (ready[1].revents) read_input();
    else if (ready[2].revents) pass_input();
  }
  return told_status(how);
}

void upcrun_end_as(int how) {
  if (WIFEXITED(how)) exit(WEXITSTATUS(how));
  die_of(WTERMSIG(how));
}
