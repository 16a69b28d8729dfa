/* SPDX-License-Identifier: BSD-3-Clause
 * See job.h. Signals only write to a pipe that the monitor's loop reads: a library may have started pthreads in this
 * process before main, and the kernel may deliver signals to those, which sigwait in the loop would never see. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "base/fail.h"
#include "job/job.h"
#include "urt.h"

static pid_t thread;                     /* this process or, of one that it has forked, the thread's; 0: unknown */

int urtk_is_forked(void) { return thread && getpid() != thread; }

pid_t urtk_fork_watched(void) {
  static int forked;
  static sigset_t before;
  sigset_t all;
  sigfillset(&all);
  if (!forked++) sigprocmask(SIG_BLOCK, &all, &before); /* a signal waits until both have their own handlers */
  fflush(NULL);
  pid_t parent = getpid(), child = fork();
  if (child != 0) return child;
  forked = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); /* it died before we asked */
  thread = getpid();
  sigprocmask(SIG_SETMASK, &before, NULL);
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

#define OPENMP_MEMORY "__KMP_REGISTERED_LIB_"

void urtk_remove_openmp_memory(pid_t thread) {
  char name[64];
  snprintf(name, sizeof name, "/" OPENMP_MEMORY "%d_%d", (int)thread, (int)getuid());
  shm_unlink(name);
}

void urtk_remove_openmp_memory_of_siblings(void) {
  DIR *memory = opendir("/dev/shm");
  int thread;
  for (struct dirent *entry; memory && (entry = readdir(memory));)
    if (sscanf(entry->d_name, OPENMP_MEMORY "%d_", &thread) == 1 && urtk_parent_of(urtk_parent_of(thread)) == getppid())
      urtk_remove_openmp_memory(thread);
  if (memory) closedir(memory);
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

/* Perhaps nobody reads it: what ends the job goes on. */
static void say(const char *line) {
  if (write(STDERR_FILENO, line, strlen(line)) < 0) return;
}

int urtk_decides_end(int *ending, int status, const char *line) {
  int nobody = 0, how = 256 * (urt_mythread + 1) + (status & 255);
  if (!ending) {
    if (line) fputs(line, stderr);
    exit(status & 255);
  }
  /* sequentially consistent, as all changes of `ending`: of threads and monitors one decides */
  if (!__atomic_compare_exchange_n(ending, &nobody, how, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
  if (line) say(line);
  return 1;
}

void urtk_await_end(int status) {
  if (urtk_is_forked()) _exit(status & 255);
  for (;;) pause();
}

void urtk_kill_thread(int status) {
  kill(thread, SIGKILL);
  _exit(status & 255);
}

/* ---- the ear ---- */
static int ear[2];

void urtk_note(int signal) {
  int saved = errno;
  char number = (char)signal;
  if (write(ear[1], &number, 1) < 0) errno = saved; /* full: the loop will look anyway */
  errno = saved;
}

int urtk_open_ear(const int *signals, int count) {
  struct sigaction action = {.sa_flags = SA_RESTART}, had;
  action.sa_handler = urtk_note;         /* as an initial value this address would be variable memory (base/large.h) */
  if (!ear[1] && pipe2(ear, O_CLOEXEC | O_NONBLOCK) < 0) urtk_usage(1, "cannot make a pipe: %s", strerror(errno));
  sigfillset(&action.sa_mask);
  if (count) sigaction(SIGCHLD, &action, NULL);
  for (int i = 0; i < count; i++)
    /* nohup ignores a signal: then so does the job */
    if (sigaction(signals[i], NULL, &had) == 0 && had.sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  if (count) sigprocmask(SIG_SETMASK, &none, NULL);
  return ear[0];
}

void urtk_read_ear(int ms, void (*hear)(int signal)) {
  struct pollfd ready = {ear[0], POLLIN, 0};
  char signals[64];
  poll(&ready, 1, ms);
  ssize_t n = read(ear[0], signals, sizeof signals);
  for (ssize_t i = 0; i < n; i++)
    if (signals[i] != SIGCHLD) hear(signals[i]);
}

void urtk_stop(void (*send)(int signal)) {
  struct sigaction heard, usual = {.sa_handler = SIG_DFL};
  send(SIGTSTP);
  sigaction(SIGTSTP, &usual, &heard);
  raise(SIGTSTP); /* and here it goes on */
  sigaction(SIGTSTP, &heard, NULL);
  send(SIGCONT);
}

int urtk_leave_ear(void) {
  int others = ear[1];
  ear[0] = ear[1] = 0;
  return others;
}

int urtk_report_death(int thread, int threads, int signal, const char *hint) {
  char line[200];
  if (threads)
    snprintf(line, sizeof line, "upc: thread %d of %d died of signal %d (%s)\n", thread, threads, signal,
             strsignal(signal));
  else
    snprintf(line, sizeof line, "upc: a thread died of signal %d (%s) before the program began%s\n", signal,
             strsignal(signal), hint);
  say(line);
  return 128 + signal;
}
