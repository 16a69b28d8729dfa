/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the process that MPI's launcher started becomes the monitor of a child, which becomes the thread. It names the
 * thread and the signal it died of, whatever that was, and ends the job with a status that says so: launchers name
 * ranks or processes, or nothing, and each has a status of its own. It hands on signals and gives the child's status;
 * the child dies with it (PR_SET_PDEATHSIG), and when the launcher is dead it ends both. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/host.h"
#include "job/job.h"
#include "job/mpi/monitor.h"

struct watch *urtc_watch;

enum {
  LAUNCHER_S = 5,              /* with one that has no thread to wait for */
  OTHERS_MS = 500,             /* with other threads, which have left MPI and are in exit */
  HEARD_MS = 20,               /* between two processes of a group that get the same signal */
  MOST_FILES = 4096
};

static pid_t child;
static int upcrun = -1;        /* a pipe to it, on its host */
static int launched;           /* by upcrun, so that the parent of this process is the launcher */
static pid_t parent;
static int handed_on;          /* the signal the monitor was sent last, to end the job or for the threads to handle */

enum { LAUNCHER_GONE = SIGPWR }; /* no other code uses it */

/* A thread that starts MPI has noted none of its files yet. It stops, so as to make no more. */
static void remove_memory(void) {
  int how;
  if (urtc_watch->threads) {
    urtc_remove_memory(urtc_watch->memory);
  } else {
    kill(child, SIGSTOP), waitpid(child, &how, WUNTRACED);
    urtc_remove_memory_of(child, urtc_watch->memory);
  }
}

static _Noreturn void follow_launcher(void) {
  remove_memory();
  urtc_remove_session();
  kill(child, SIGKILL);
  urtk_remove_openmp_memory(child);
  urtk_die_of(SIGKILL);
}

/* upcrun ends with the first status that it is told, whatever the launcher makes of those of all processes. */
static int told(int status) {
  unsigned char byte = (unsigned char)status;
  return byte && upcrun >= 0 && write(upcrun, &byte, 1) == 1;
}

static void send(int signal) { kill(child, signal); }

/* The signal ends the job, while MPI starts too. MPICH's start takes SIGUSR1 for something else. */
static void hand_on(int signal) {
  const int starts = !urtc_watch->threads && signal != SIGUSR1 && signal != SIGUSR2;
  if (starts) remove_memory();
  send(handed_on = signal);
  if (starts) send(SIGCONT);
}

/* Hydra makes a session for each monitor, in which the system does not let SIGTSTP stop it. */
static void hear(int signal) {
  if (signal == LAUNCHER_GONE) follow_launcher();
  if (signal == SIGTSTP && urtk_hydra() < 0) urtk_stop(send);
  else if (signal == SIGTSTP || signal == SIGCONT) send(signal);
  else hand_on(signal);
}

static void note_signal(int signal) {
  if (signal == LAUNCHER_GONE) follow_launcher();
  handed_on = signal;
}

/* Ends a launcher that does not end by itself. It is the process on this host that started this one. Hydra waits until
 * nobody holds its connections to this process any more, so whoever waits for the launcher closes them. */
static void end_launcher_after(int seconds) {
  struct pollfd launcher = {launched ? (int)syscall(SYS_pidfd_open, parent, 0) : -1, POLLIN, 0};
  if (!launched || getppid() != parent || fork() != 0) return;
  prctl(PR_SET_PDEATHSIG, 0);
  setsid();
  for (int fd = 0; fd < getdtablesize() && fd < MOST_FILES; fd++)
    if (fd != launcher.fd) close(fd);
  if (poll(&launcher, 1, 1000 * seconds) > 0) _exit(0);
  if (launcher.fd >= 0) syscall(SYS_pidfd_send_signal, launcher.fd, SIGKILL, NULL, 0);
  else kill(parent, SIGKILL); /* without pidfd_open; numbers of processes come again after some thousand at least */
  _exit(0);
}

/* Two launchers would not end. One waits for a host that it cannot reach. The other is Open MPI's: now and then it
 * locks itself up at its end if a process died while the two were making their connection. */
static void see_launcher_end(void) {
  if (urtc_watch->cut_off) end_launcher_after(URTC_PATIENCE_S);
  else if (!urtc_watch->threads) end_launcher_after(LAUNCHER_S);
}

/* Hydra, MPICH's launcher, ends the job at the line that MPI_Abort writes. Open MPI's ends it when a process has a
 * status that is not 0. */
static _Noreturn void abort_job(int status) {
  told(status);
  see_launcher_end();
  urtk_remove_openmp_memory_of_siblings();
  urtk_abort_hydra(status);
  nanosleep(&(struct timespec){0, URTK_READ_MS * 1000000}, NULL);
  _exit(status);
}

/* Another thread of this host has ended before: its monitor writes the line and ends the job, and with it this process.
 * If that does not come to pass, this monitor does so. */
static void leave_to_another(int status) {
  if (nanosleep(&(struct timespec){URTC_PATIENCE_S, 0}, NULL) < 0) _exit(status);
}

static _Noreturn void died(int signal) {
  if (urtc_watch->follows) leave_to_another(128 + signal);
  abort_job(urtk_report_death(urtc_watch->thread, urtc_watch->threads, signal,
                              signal == SIGBUS ? "; MPI's shared memory is in /dev/shm, which may be full" : ""));
}

/* MPI waits for ever for a thread that has called _exit. A launcher that ends this process for another one's sake does
 * so before the line is written. */
static _Noreturn void quit(int status) {
  nanosleep(&(struct timespec){0, URTK_READ_MS * 1000000}, NULL);
  fprintf(stderr, "upc: thread %d of %d has ended by _exit or quick_exit, with status %d; on MPI a thread must end by "
          "exit, or return from main\n", urtc_watch->thread, urtc_watch->threads, status);
  abort_job(status ? status : 1);
}

/* The thread had left MPI, and was in what exit calls last, as destructors: there it may have crashed, or called _exit
 * with another status. */
static _Noreturn void has_left(int how) {
  int status = urtc_watch->status;
  if (WIFSIGNALED(how)) status = urtk_report_death(urtc_watch->thread, urtc_watch->threads, WTERMSIG(how), "");
  else if (WEXITSTATUS(how) != urtc_watch->own && WEXITSTATUS(how) > urtc_watch->highest) status = WEXITSTATUS(how);
  if (told(status)) _exit(0); /* the launcher does not kill threads that are in exit still */
  if (status && urtc_watch->ends_last) nanosleep(&(struct timespec){0, OTHERS_MS * 1000000}, NULL);
  _exit(status);
}

/* The thread has died of the signal that was handed on. Hydra kills the others as soon as one monitor has died, and
 * combines 2 of SIGINT and 9 of SIGKILL to 11: so it is told the status. */
static _Noreturn void follow_signal(void) {
  see_launcher_end();
  if (handed_on != SIGUSR1) urtk_abort_hydra(handed_on); /* it may not end if told so while it hands this one on */
  urtk_die_of(handed_on);
}

static _Noreturn void monitor(void) {
  static const int heard[] = {LAUNCHER_GONE, SIGCONT, URTK_HANDED_ON};
  int how;
  close(urtk_inherited_input()); /* the thread's */
  signal(SIGPIPE, SIG_IGN);      /* upcrun may be gone */
  urtk_open_ear(heard, sizeof heard / sizeof *heard);
  if (launched) prctl(PR_SET_PDEATHSIG, LAUNCHER_GONE); /* the parent is the launcher */
  if (launched && getppid() != parent) follow_launcher(); /* it died before we asked */
  while (waitpid(child, &how, WNOHANG) == 0) urtk_read_ear(-1, hear);
  urtk_remove_openmp_memory(child);
  if (urtc_watch->ending) abort_job(urtc_watch->status);
  if (WIFSIGNALED(how)) urtk_read_ear(HEARD_MS, note_signal); /* both got it, and this process has not looked yet */
  if (WIFSIGNALED(how) && WTERMSIG(how) == handed_on) follow_signal();
  if (urtc_watch->done) has_left(how);
  if (WIFSIGNALED(how)) died(WTERMSIG(how));
  if (urtc_watch->threads && !urtc_watch->leaves) quit(WEXITSTATUS(how));
  abort_job(WEXITSTATUS(how)); /* it never began, or MPI has given up */
}

/* From now on upcrun hands on signals. */
__attribute__((constructor)) static void say_begun(void) {
  upcrun = urtk_pipe_of_upcrun("UPCRUN_TOLD", O_WRONLY);
  unsetenv("UPCRUN_TOLD"); /* not for programs that the thread starts */
  if (upcrun >= 0 && write(upcrun, "", 1) < 0) upcrun = -1;
}

/* upcrun had the launcher ignore SIGPIPE, and the launcher's processes inherited that. */
__attribute__((constructor)) static void have_sigpipe_again(void) {
  if (!getenv("UPCRUN_SIGPIPE")) return;
  signal(SIGPIPE, SIG_DFL);
  unsetenv("UPCRUN_SIGPIPE");
}

void urtc_start_monitor(void) {
  urtc_watch = mmap(NULL, sizeof *urtc_watch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (urtc_watch == MAP_FAILED) urtk_usage(1, "cannot map a page: %s", strerror(errno));
  launched = getenv("UPCRUN_STARTED") != NULL, parent = getppid();
  urtc_note_memory();
  child = urtk_fork_watched();
  if (child < 0) urtk_usage(1, "cannot start a thread: %s", strerror(errno));
  if (child > 0) monitor();
  /* A launcher that kills must not be mistaken for a thread's own death. Open MPI's sends signals to the whole group:
   * so its SIGSTOP, which no process can hand on, reaches the thread. */
  if (launched && !getenv("OMPI_COMM_WORLD_RANK")) setpgid(0, 0);
}
