/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the process that is started becomes the monitor of a child, which starts GASNet and becomes a thread (on udp
 * the first one GASNet's master). The monitor names the thread and the signal it died of, whatever that was, ends the
 * job with a status that says so, and hands on signals. On smp GASNet forks the other threads from the first: they
 * are no children of the monitor, which watches them by file descriptors (pidfd_open) and reads their status from
 * /proc. On udp the master does not know what a thread's status was, so it is left on a pipe of the master's monitor:
 * by the thread's monitor on the same host, else by what started the thread (upcrun/gasnet.c), which ends with it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/host.h"
#include "job/job.h"
#include "job/gasnet/monitor.h"

enum {
  FLUSH_MS = 3000,                 /* what a thread that ends the job may take to flush its files */
  TELL_MS = 500,                   /* what GASNet's ssh spawner may take to tell other hosts of a thread's end */
  LAST_MS = 200,                   /* what a crash may take: the master may end because of it, before it is complete */
  REPORT_MS = 2000,                /* what monitors may take to notice that the master has gone */
  MASTER_MS = 4000,                /* what the master may take to end once a thread has ended with a status */
  ASK_MS = 20,                     /* between two questions whether a process has ended */
  PARENT_GONE = SIGURG
};

struct watch *urtc_watch;

static int report[2] = {-1, -1};   /* udp: statuses that are not 0, a line each */
/* the first of them; of 255, which is a failing ssh's as well, only if there is no other */
static int reported;
static pid_t child;
static int handed_on;              /* the signal the monitor was sent last */
static long kill_at;               /* the time, in ms, at which a thread that ends the job is killed; 0: none ends it */

void urtc_call_monitor(void) { urtk_note(0); } /* no signal: look at urtc_watch */

static void send_all(int signal, int except) {
  for (int i = 0; i < urtc_watch->count; i++)
    if (i > 0 && urtc_watch->process[i].pid && urtc_watch->process[i].thread != except)
      kill(urtc_watch->process[i].pid, signal);
  if (urtc_watch->count == 1 || urtc_watch->process[0].thread != except) kill(child, signal);
}

/* smp: has each thread that GASNet forks from the first one said who it is? Until then none runs the program. */
static int all_joined(void) {
  for (int i = 0; i < urtc_watch->count; i++)
    if (!urtc_watch->process[i].pid) return 0;
  return 1;
}

/* All threads are killed. Those that have not joined become this process's when the first one dies. */
static void kill_all(void) {
  send_all(SIGKILL, -1);
  if (urtc_watch->count > 1 && !all_joined()) urtc_end_descendants();
}

static _Noreturn void leave(int status) {
  if (report[1] >= 0 && dprintf(report[1], "%d\n", status) < 0) status = 1;
  if (status) urtk_abort_hydra(status);
  _exit(status);
}

static void remove_openmp_memory(void) {
  urtk_remove_openmp_memory(child);
  for (int i = 1; i < urtc_watch->count; i++)
    if (urtc_watch->process[i].pid) urtk_remove_openmp_memory(urtc_watch->process[i].pid);
}

/* The job ends before its time. */
static _Noreturn void end_all(int status) {
  kill_all();
  remove_openmp_memory();
  urtc_tell_host(status);
  if (!status) urtk_abort_hydra(status);
  leave(status);
}

static _Noreturn void died(int thread, int signal) {
  end_all(urtk_report_death(thread, urtc_watch->threads, signal, ""));
}

/* What the system says of a process, from its state on; null: there is none. */
static const char *about(pid_t pid) {
  static char text[1024];
  char path[32], *name_end;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (n <= 0) return NULL;
  text[n] = 0;
  return (name_end = strrchr(text, ')')) && name_end[1] ? name_end + 2 : NULL;
}

/* How a process that is not our child ended, as waitpid says it; it stays until its parent asks. 0 if that is not
 * known. */
static int how_ended(pid_t pid) {
  const char *known = about(pid), *last = known ? strrchr(known, ' ') : NULL;
  return last ? atoi(last) : 0;
}

enum { NOT_OPENED = -1, SEEN = -2, NONE = -3 }; /* in place of a file descriptor of a process */
static int asks;                   /* 1: the system has no such descriptors, so it is asked again and again */

/* Linux has pidfd_open since 5.3; filters of system calls may forbid it. */
static int has_ended(struct pollfd *ready, pid_t pid) {
  if (ready->fd == NOT_OPENED) {
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    *ready = (struct pollfd){fd < 0 ? NONE : fd, POLLIN, 0};
  }
  if (ready->fd != NONE) return poll(ready, 1, 0) > 0;
  const char *known = about(pid);
  asks = 1;
  return !known || *known == 'Z';
}

/* A thread that dies of another signal may follow from the one that was handed on, unless the threads handle this. */
static int may_follow(int signal) {
  return handed_on && (signal == handed_on || (handed_on != SIGUSR1 && handed_on != SIGUSR2));
}

/* The first process that died of a signal ends the job. */
static void look_at(struct pollfd *ready) {
  int how;
  for (int i = 1; i < urtc_watch->count; i++) {
    pid_t pid = urtc_watch->process[i].pid;
    if (!pid || ready[i].fd == SEEN || !has_ended(&ready[i], pid)) continue;
    how = how_ended(pid);
    if (ready[i].fd >= 0) close(ready[i].fd);
    ready[i].fd = SEEN;
    if (WIFSIGNALED(how) && !urtc_watch->process[i].done && !urtc_watch->ending && !may_follow(WTERMSIG(how)))
      died(urtc_watch->process[i].thread, WTERMSIG(how));
  }
}

/* Reads what is on the pipe. 0 if no process can write to it any more. */
static int hear_reports(void) {
  static int number;
  char text[64];
  ssize_t n = read(report[0], text, sizeof text);
  for (ssize_t i = 0; i < n; i++) {
    if (text[i] != '\n') {
      number = 10 * number + (text[i] - '0');
      continue;
    }
    if (!reported || reported == 255) reported = number;
    number = 0;
  }
  return n != 0;
}

/* The job's status, once the master has ended and all others have, or have had the time to. */
static _Noreturn void master_ended(int how) {
  struct pollfd ready = {report[0], POLLIN, 0};
  close(report[1]);
  while ((!reported || reported == 255) && poll(&ready, 1, REPORT_MS) > 0 && hear_reports()) continue;
  if (WIFEXITED(how) && WEXITSTATUS(how) && (!reported || reported == 255)) _exit(WEXITSTATUS(how));
  _exit(reported || WIFEXITED(how) ? reported : 128 + WTERMSIG(how));
}

/* On smp thread 0 is killed for another's sake, which has some time to flush its files. */
static void await_decider(void) {
  for (int i = 1; i < urtc_watch->count; i++) {
    if (urtc_watch->process[i].thread != urtc_watch->ending - 1 || !urtc_watch->process[i].pid) continue;
    struct pollfd ready = {NOT_OPENED, POLLIN, 0};
    for (long end = urtk_now_ms() + FLUSH_MS; !has_ended(&ready, urtc_watch->process[i].pid) && urtk_now_ms() < end;)
      poll(&ready, 1, ASK_MS);
  }
}

/* What the child's end means for the job. */
static _Noreturn void child_ended(int how) {
  int status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
  remove_openmp_memory();
  if (urtc_watch->ending) await_decider(), end_all(urtc_watch->status);
  if (WIFSIGNALED(how) && WTERMSIG(how) == handed_on) {
    kill_all();
    if (urtc_ssh == SSH_THREAD) _exit(0); /* the spawner ended it for another one's sake, whose status counts */
    urtk_die_of(handed_on);
  }
  /* it ended the threads by that signal */
  if (urtc_ssh == SSH_ROOT && handed_on && status == 0) urtk_die_of(handed_on);
  if (report[0] >= 0) master_ended(how);
  if (urtc_ssh == SSH_ROOT || urtc_ssh == SSH_HOST) leave(status); /* no thread */
  if (WIFSIGNALED(how) && !urtc_watch->process[0].done) died(urtc_watch->process[0].thread, WTERMSIG(how));
  /* ended by the master, which knows why */
  if (urtc_below("udp")) _exit(urtc_watch->process[0].done && status == 255 ? 0 : status);
  if (!urtc_watch->process[0].done) end_all(status); /* it never began, or called _exit */
  leave(status);
}

static void end_if_asked(void) {
  if (!urtc_watch->ending || kill_at) return;
  kill_at = urtk_now_ms() + (urtc_ssh == SSH_HOST ? TELL_MS : FLUSH_MS);
  if (urtc_watch->count > 1) send_all(SIGKILL, urtc_watch->ending - 1);
}

/* The master ends by itself, unless the threads it waits for have never begun. */
static void end_if_reported(void) {
  if (report[0] >= 0) hear_reports();
  if (reported && !kill_at) kill_at = urtk_now_ms() + MASTER_MS;
}

static _Noreturn void host_is_gone(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  send_all(SIGKILL, -1);
  urtc_end_descendants();
  leave(1);
}

/* udp: what GASNet's master has started, which are the monitors of threads here if it uses no ssh or srun. */
static void send_to_started(int signal) {
  char path[64];
  int started;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)child, (int)child);
  FILE *list = fopen(path, "r");
  while (list && fscanf(list, "%d", &started) == 1) kill(started, signal);
  if (list) fclose(list);
}

static void send_to_all(int signal) {
  if (report[0] >= 0) send_to_started(signal);
  if (report[0] < 0 || signal == SIGTSTP || signal == SIGCONT) send_all(signal, -1);
}

/* SIGUSR1 and SIGUSR2 are for the threads. GASNet's master would die of them, and so would ssh. */
static void hand_on_to_threads(int signal) {
  const char *how = getenv("GASNET_SPAWNFN");
  if (report[0] < 0) send_all(handed_on = signal, -1);
  else if (how && strcmp(how, "L") == 0) send_to_started(signal);
  else fprintf(stderr, "upc: signal %d reaches no thread: GASNet's udp does not hand it on to other hosts\n", signal);
}

static void hear(int signal) {
  if (signal == PARENT_GONE) kill_at = urtk_now_ms() + LAST_MS;
  else if (signal == SIGTSTP) urtk_stop(send_to_all);
  else if (signal == SIGUSR1 || signal == SIGUSR2) hand_on_to_threads(signal);
  else if (signal && urtc_watch->count > 1 && !all_joined()) kill_all(), urtk_die_of(signal);
  else if (signal) send_all(handed_on = signal, -1);
}

/* udp: nobody reads the statuses any more. So the master has died, perhaps before this process could ask to be told. */
static void see_master_gone(struct pollfd *reader) {
  if (report[0] >= 0 || !(reader->revents & POLLERR)) return;
  reader->fd = -1;
  hear(PARENT_GONE);
}

static _Noreturn void monitor(void) {
  static const int heard[] = {PARENT_GONE, URTK_HANDED_ON};
  struct pollfd *ready = urtk_memory((size_t)urtc_watch->count + 1, sizeof *ready, "the list of threads");
  for (int i = 1; i < urtc_watch->count; i++) ready[i].fd = NOT_OPENED;
  ready[0] = (struct pollfd){urtk_open_ear(heard, sizeof heard / sizeof *heard), POLLIN, 0};
  ready[urtc_watch->count] = (struct pollfd){report[0] >= 0 ? report[0] : report[1], report[0] >= 0 ? POLLIN : 0, 0};
  for (int how;;) {
    if (urtc_watch->count > 1) prctl(PR_SET_CHILD_SUBREAPER, !all_joined());
    if (urtc_watch->cut_off) host_is_gone();
    look_at(ready);
    end_if_asked();
    end_if_reported();
    if (waitpid(child, &how, WNOHANG) == child) {
      look_at(ready); /* GASNet may have ended the first thread because another one died */
      child_ended(how);
    }
    long left = kill_at ? kill_at - urtk_now_ms() : -1;
    if (kill_at && left <= 0) {
      if (!reported) handed_on = SIGKILL;
      send_all(SIGKILL, -1);
      left = 10;
    }
    if (asks && (left < 0 || left > ASK_MS)) left = ASK_MS;
    poll(ready, (nfds_t)urtc_watch->count + 1, (int)left);
    see_master_gone(&ready[urtc_watch->count]);
    urtk_read_ear(0, hear);
  }
}

/* udp: the pipe of the master's monitor; a thread's monitor has inherited it. */
static void open_report(void) {
  const char *number = getenv("UPCRUN_REPORT");
  char text[16];
  if (getenv("AMUDP_WORKER_ARGS")) {
    if (number) report[1] = atoi(number);
    if (number) fcntl(report[1], F_SETFD, FD_CLOEXEC), unsetenv("UPCRUN_REPORT");
  } else if (pipe(report) == 0) {
    fcntl(report[0], F_SETFD, FD_CLOEXEC);
    fcntl(report[0], F_SETFL, O_NONBLOCK);
    snprintf(text, sizeof text, "%d", report[1]);
    setenv("UPCRUN_REPORT", text, 1);
  }
}

void urtc_start_monitor(int processes) {
  size_t bytes = sizeof *urtc_watch + (size_t)processes * sizeof *urtc_watch->process;
  urtc_watch = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (urtc_watch == MAP_FAILED) urtk_usage(1, "cannot map a page: %s", strerror(errno));
  urtk_open_ear(NULL, 0);         /* before the fork: threads call the monitor */
  if (urtc_below("udp")) open_report();
  urtc_watch->count = processes;
  int launched = getenv("AMUDP_WORKER_ARGS") || urtc_ssh >= SSH_HOST ||
      (getenv("UPCRUN_STARTED") && !urtc_below("udp"));
  if (processes > 1) prctl(PR_SET_CHILD_SUBREAPER, 1);
  child = urtk_fork_watched();
  if (child < 0) urtk_usage(1, "cannot start a thread: %s", strerror(errno));
  if (child == 0) {
    if (report[0] >= 0) close(report[0]); /* only the monitor reads */
    return;
  }
  if (launched) prctl(PR_SET_PDEATHSIG, PARENT_GONE); /* the parent is the launcher */
  monitor();
}

void urtc_join_monitor(int thread, int threads) {
  int place = urtc_watch->count > 1 ? thread : 0;
  urtc_watch->threads = threads;
  urtc_watch->process[place].thread = thread;
  urtc_watch->process[place].pid = getpid();
  urtc_call_monitor();
}
