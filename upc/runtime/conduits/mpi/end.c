/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the end of a thread, and of the job. A thread that has ended its program stays and serves the others until all
 * have ended: they may still read its segment, and MPI moves nothing for a process that is gone. */
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "conduits/mpi/message.h"
#include "base/sizes.h"

enum { ABORT_S = 3 };             /* what flushing files and MPI_Abort may take together */

/* An MPI library that finds another process gone calls exit from the middle of a call. That is not the thread's end,
 * and MPI must not be called again. The monitor does the rest. */
static int mpi_gives_up;

static int called_by_mpi(void) {
  void *callers[64];
  Dl_info mpi, own, caller;
  int count = backtrace(callers, 64);
  if (!dladdr((void *)(uintptr_t)MPI_Abort, &mpi) || !dladdr((void *)(uintptr_t)urtc_end_thread, &own)) return 0;
  if (mpi.dli_fbase == own.dli_fbase) return 0; /* linked into the program: it cannot be told */
  for (int i = 0; i < count; i++)
    if (dladdr(callers[i], &caller) && caller.dli_fbase == mpi.dli_fbase) return 1;
  return 0;
}

void urtc_end_thread(void) {
  struct message m;
  if (urtk_is_forked()) return; /* exit of another process is not the thread's */
  urtc_watch->leaves = 1;
  if ((mpi_gives_up = called_by_mpi())) return;
  fflush(NULL);
  urtc_settle();
  m.kind = ENDED, m.value = (uint64_t)urt_mythread, m.place = urtk_first, m.expected = m.to = 0;
  if (urtc_nodes > 1) urtc_ask(0, &m, 0);
  __atomic_store_n(&urtc_control->ended[urt_mythread - (int)urt_node_first], 1, __ATOMIC_RELEASE);
}

/* main may call pthread_exit, and leave the rest to its other pthreads. The process ends with the last of them, but
 * MPI's never end. So the main pthread waits for the program's own, and then calls exit in place of the last one. */
static int not_the_programs;      /* pthreads that were there before main, this one too */

static int count_pthreads(void) {
  struct stat folder;             /* has a folder for each pthread */
  return stat("/proc/self/task", &folder) < 0 ? 0 : (int)folder.st_nlink - 2;
}

static void exit_as_last(void *unused) {
  (void)unused;
  while (count_pthreads() > not_the_programs) nanosleep(&(struct timespec){0, 2000000}, NULL);
  exit(0);
}

void urtc_expect_pthread_exit(void) {
  static pthread_key_t main_pthread;
  not_the_programs = count_pthreads();
  if (pthread_key_create(&main_pthread, exit_as_last) == 0) pthread_setspecific(main_pthread, &main_pthread);
}

/* Thread 0 knows which threads have ended. A thread asks it about 64 far threads at a time, every 100 ms at the most.
 * It does not wait for the answer: thread 0 may be inside MPI until this thread gets there. */
static double asked[(URTK_MOST_PROCESSES + 63) / 64];

int urtc_ended(int thread) {
  int word = thread / 64;
  if (urt_is_near(urtk_at(thread, 0)))
    return __atomic_load_n(&urtc_control->ended[thread - (int)urt_node_first], __ATOMIC_ACQUIRE);
  int has = urtc_who_ended(word) >> thread % 64 & 1;
  if (!has && urt_mythread != 0 && MPI_Wtime() - asked[word] > 0.1) {
    struct message m;
    m.kind = WHO_ENDED, m.place = (uint64_t)word, m.value = m.expected = m.to = 0;
    urtc_tell(0, &m);
    asked[word] = MPI_Wtime();
  }
  return has;
}

/* The highest status of all, once all have ended. */
static int wait_for_all(int status) {
  int highest, done = 0;
  MPI_Request all;
  MPI_Iallreduce(&status, &highest, 1, MPI_INT, MPI_MAX, urtc_comm, &all);
  for (unsigned turn = 0;; turn++) {
    MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    if (done) return highest;
    urtc_relax(turn);
    if (turn > 10000 && urtc_nodes == 1) nanosleep(&(struct timespec){0, 2000000}, NULL); /* no other node to serve */
  }
}

static void close_far(void) {
  if (urtc_nodes == 1) return;
  urtc_close_messages();
  MPI_Win_unlock_all(urtc_window);
  MPI_Win_free(&urtc_window);
}

/* MPI_Finalize begins with the attributes of MPI_COMM_SELF, while all of MPI still works. */
static int leave(MPI_Comm self, int key, void *value, void *unused) {
  (void)self, (void)key, (void)value, (void)unused;
  urtc_settle();
  wait_for_all(0);
  close_far();
  MPI_Comm_free(&urtc_comm);
  return MPI_SUCCESS;
}

void urtc_leave_with_mpi(void) {
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, leave, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

/* The job's status is thread 0's process's, and the others' is 0: launchers differ in what they make of several. The
 * monitor has that status, and this process goes on to exit: MPI's library may have more to do there. MPICH 4.2 and
 * later tell the launcher there that the process ends in good order. */
void urtc_finish(int status, void *unused) {
  (void)unused;
  status &= 255;
  if (mpi_gives_up || urtk_is_forked()) return;
  if (!urtc_control) { /* all leave for the same reason: thread 0 says which before a launcher kills the rest */
    int thread;
    if (MPI_Comm_rank(urtc_comm, &thread) == MPI_SUCCESS && thread > 0) sleep(1);
    return;
  }
  int highest = wait_for_all(status);
  close_far();
  if (urtc_hosts == 1 || !urtc_leave_launcher()) MPI_Finalize();
  urtc_watch->status = urt_mythread == 0 ? highest : 0;
  urtc_watch->own = status, urtc_watch->highest = highest;
  urtc_watch->ends_last = urtc_mpi.kills_others;
  urtc_watch->done = 1;
}

/* The monitor ends the job, if there is one and its launcher listens to that (monitor.c), else MPI_Abort does. Should
 * either get stuck the alarm ends this process, and the monitor sees to the rest. */
void urtc_end_job(int status, const char *line) {
  if (!urtk_decides_end(urtc_control ? &urtc_control->ending : NULL, status, line)) urtk_await_end(status);
  urtc_watch->status = status & 255;
  urtc_watch->ending = 1;
  if (urtk_is_forked()) urtk_kill_thread(status);
  alarm(ABORT_S);
  fflush(NULL);
  if (urtc_embedded || urtk_hydra() < 0) MPI_Abort(urtc_comm, urtc_watch->status);
  _exit(status & 255);
}

/* A call of MPI fails if the other process is gone. Then another thread ends the job, and its status is the job's: this
 * thread waits to be ended. Only if nobody does that is it MPI's error, and this thread's. */
static void mpi_failed(int error) {
  char line[MPI_MAX_ERROR_STRING + 64], text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(error, text, &length);
  snprintf(line, sizeof line, "upc: thread %d: MPI says: %s\n", urt_mythread, text);
  for (struct timespec left = {URTC_PATIENCE_S, 0}; nanosleep(&left, &left) < 0;) continue;
  urtc_end_job(1, line);
}

static void comm_failed(MPI_Comm *comm, int *error, ...) { (void)comm, mpi_failed(*error); }
static void window_failed(MPI_Win *window, int *error, ...) { (void)window, mpi_failed(*error); }

void urtc_take_errors(void) {
  MPI_Errhandler of_comm, of_window;
  MPI_Comm_create_errhandler(comm_failed, &of_comm);
  MPI_Win_create_errhandler(window_failed, &of_window);
  MPI_Comm_set_errhandler(urtc_comm, of_comm);
  MPI_Win_set_errhandler(urtc_window, of_window);
  MPI_Errhandler_free(&of_comm);
  MPI_Errhandler_free(&of_window);
}
