/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a thread, its monitor, its launcher, and the hosts of others. */
#ifndef URTC_MONITOR_H
#define URTC_MONITOR_H

#include <mpi.h>
#include <sys/types.h>
#include "job/mpi/leftovers.h"

/* How long a thread or its monitor waits for a launcher that has been told, or is about to be told, to end the job. */
enum { URTC_PATIENCE_S = 2 };

/* What a thread shares with its monitor, the process that was started. */
struct watch {
  int thread, threads;            /* 0 of 0 until they are known */
  int ending;                     /* 1 once the thread has called urtc_end_job */
  int status;                     /* the process's, once it is `ending` or `done` */
  /* it did so because a host does not answer: the launcher may not reach all hosts either */
  int cut_off;
  int follows;                    /* it aborts after another thread of its host has ended (others.c) */
  char memory[URTC_MEMORY_NAMES]; /* files of MPI's shared memory (leftovers.h) */
  int leaves;                     /* it has called exit, or has returned from main */
  int done;                       /* it has left MPI in good order */
  int own, highest;               /* then: the status that it gave to exit, and the highest of all threads' */
  int ends_last;                  /* a status that is not 0 is not to be given before the other threads have ended */
};
extern struct watch *urtc_watch;

void urtc_start_monitor(void);    /* returns in the child, which becomes the thread */
int urtc_leave_launcher(void);    /* in place of MPI_Finalize; 0 where there is no such launcher (launcher.c) */

/* From then on a thread that aborts notes whether it follows another one. Collective over `comm`, which has all
 * threads; `first_here` is the first of this host (others.c). */
void urtc_watch_others(MPI_Comm comm, int first_here);

/* Ends the job if a host does not answer for so many seconds; 0: never. `comm` has all threads, `first_here` is the
 * first of this host. *ending is 0 until a thread of this node ends the job. Collective (link.c). */
void urtc_watch_links(int timeout, MPI_Comm comm, int first_here, int *ending);

#endif
