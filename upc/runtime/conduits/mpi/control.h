/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the words a node's threads share in front of their segments, and what the conduit's files share. A *node* is
 * a set of threads that reach each other by address: those of one host, or fewer if UPC_NEAR says so. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <mpi.h>
#include <stdint.h>
#include "conduits/nodes/nodes.h"

struct control {
  uint64_t secret;                /* tells this memory from any other */
  _Alignas(64) int ending;        /* 1 + the thread that ends the job (urtc_end_job); 0 while nobody does */
  struct barrier barrier[URTC_BARRIERS];
  _Alignas(64) int ended[];       /* by place in the node: 1 once the thread has ended */
};

/* What a thread shares with its monitor, the process that was started. */
struct watch {
  int thread, threads;            /* 0 of 0 until they are known */
  int ending, status;             /* the thread has called urtc_end_job */
  int cut_off;                    /* and that because a host does not answer: the launcher may not reach all either */
  int done;                       /* it has left MPI in good order */
};

extern struct control *urtc_control; /* of this node; null before urtc_attach */
extern struct watch *urtc_watch;
extern MPI_Comm urtc_comm;        /* rank == thread */
extern MPI_Win urtc_window;       /* the segments from URTK_FIRST on; only if there are several nodes */
extern int *urtc_leader;          /* by node: its first thread */
extern int urtc_hosts;            /* hosts of the job */
extern int urtc_first_here;       /* the first thread of this host */

void urtc_group(int most);        /* finds the nodes: of `most` threads at the most, 0 for any number (start.c) */
void urtc_start_monitor(void);
void urtc_remove_leftovers(pid_t thread); /* of a job whose launcher was killed (leftovers.c) */
int urtc_leave_launcher(void);    /* in place of MPI_Finalize; 0 where there is no such launcher (launcher.c) */
void urtc_watch_links(int seconds); /* ends the job if a host does not answer for so long; 0: never (link.c) */
void urtc_finish(int status, void *unused); /* the last thing a thread does (end.c) */

#endif
