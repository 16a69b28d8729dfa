/* SPDX-License-Identifier: BSD-3-Clause
 * job.h: processes. A *monitor* is a process that watches threads: it names a thread that dies of a signal, ends the
 * job with a status that says so, and hands on the signals that it is sent. Each conduit has its own, in a folder here;
 * what they have in common is in this file. A conduit may call all of it. Nothing here uses a conduit. */
#ifndef URT_JOB_H
#define URT_JOB_H

#include <sys/types.h>
#include "base/hooks.h"

/* Ends the process if a launcher that is not the job's has started several of them: a line of the first, status 1
 * (started.c). Called by what would be the only process of a job of `threads`; `own` is the launcher of this job's
 * kind, null if it has none. */
void urtk_check_launcher(int threads, const char *own);

/* The line that says which limit of the system does not allow so many threads more, with `each` processes for each of
 * them, 1 or 2; null: it allows them (limits.c). */
const char *urtk_limit_exceeded(int threads, int each);

/* Forks a process for a thread. In the child, which dies with its parent, the result is 0. In the parent it is the
 * child's number, or -1 as with fork, and from the first fork on all signals are blocked, until urtk_open_ear. */
pid_t urtk_fork_watched(void);

/* Ends this process as another one died, so that its parent sees the same signal. Without a core file. */
_Noreturn void urtk_die_of(int signal);

pid_t urtk_parent_of(pid_t process);           /* -1 if there is no such process (parent.c) */

/* LLVM's OpenMP (`upcc -fopenmp`) keeps a small file in /dev/shm for each process, and removes it at exit. This call
 * removes that of a thread that may have ended otherwise. */
void urtk_remove_openmp_memory(pid_t thread);
/* The same for all threads whose monitors the caller's parent has started: a launcher that will kill both. */
void urtk_remove_openmp_memory_of_siblings(void);

/* The first lines of urtc_end_job: 1 if no thread has decided before the caller. Then *ending is no longer 0, but 256
 * times 1 + the caller, + the status: who sees that the job ends sees how. The line is written. Where `ending` is null,
 * before there are threads, the process ends. */
int urtk_decides_end(int *ending, int status, const char *line);

/* What follows if another thread has decided before: the monitor is about to kill this process, but not one that a
 * thread has forked. */
_Noreturn void urtk_await_end(int status);

/* 1: a thread that a monitor started has forked this process. urtk_kill_thread ends both; the monitor looks then. */
int urtk_is_forked(void);
_Noreturn void urtk_kill_thread(int status);

/* The ear: a pipe, made at the first call. The result is its end to read from. A call with signals unblocks all
 * signals. From then on each of these signals that the process gets puts a byte into the pipe, unless the process
 * ignores the signal; SIGCHLD always puts a byte. */
int urtk_open_ear(const int *signals, int count);
/* Calls `hear` with each signal that is there, but SIGCHLD, and with 0 for urtk_note(0). Waits for the first as long as
 * `ms`, -1 for ever. */
void urtk_read_ear(int ms, void (*hear)(int signal));
/* What a monitor hands on to its threads. */
#define URTK_HANDED_ON SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP
/* The monitor has heard SIGTSTP: the threads stop, then this process does. When it goes on they do. */
void urtk_stop(void (*send)(int signal));
/* Puts a byte into the pipe, also in a child of the process, until the child calls urtk_leave_ear to have its own
 * monitor. The result of urtk_leave_ear is the end at which a byte still reaches the previous monitor. */
void urtk_note(int signal);
int urtk_leave_ear(void);

/* Writes the line for a thread that died of a signal. `threads` is 0 if there are no threads yet: then `hint` is added.
 * The result is the job's status. */
int urtk_report_death(int thread, int threads, int signal, const char *hint);

/* Hydra, MPICH's launcher, gives each process a connection (PMI version 1: a line asks, a line answers); -1 under
 * others. One line ends the job with our status: then the caller is about to be killed. Under other launchers it goes
 * on. */
int urtk_hydra(void);
void urtk_abort_hydra(int status);
/* a launcher reads in this time what has been said; what it has not read when it kills is lost */
enum { URTK_READ_MS = 200 };

/* core_file.c: shared memory in core files. The system would write all of it, also what no thread has touched. After
 * urtk_dump_used nothing of this memory is written, unless the process crashes and calls urtk_choose_dump: then all
 * parts that threads have touched are. Page-aligned. `each`: of so many bytes each the first urtk_first are never used;
 * 0: all may be. */
void urtk_dump_used(void *memory, size_t bytes, size_t each);
void urtk_choose_dump(void);

/* crash.c: a thread that crashes prints its call stack, if `backtraces`. Before that, for a bad address, the line that
 * `reason` gives if that is not null; in it, %d is the thread. */
void urtk_crash_on_other_stack(void);          /* the usual stack may be what overflowed */
void urtk_crash_handlers(int backtraces, const char *(*reason)(const void *address));
#endif
