/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the words a node's threads share in front of their segments, and what the conduit's files share. A *node* is
 * a set of threads that reach each other by address: those of one host, or fewer if UPC_NEAR says so. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <mpi.h>
#include <stdint.h>
#include "conduits/nodes/nodes.h"
#include "job/job.h"
#include "job/mpi/manners.h"
#include "job/mpi/monitor.h"

struct control {
  uint64_t secret;                /* tells this memory from any other */
  _Alignas(URTK_LINE) int ending;        /* how a thread ends the job (urtk_decides_end); 0: none does */
  struct barrier barrier[URTC_BARRIERS];
  _Alignas(URTK_LINE) int ended[];       /* by place in the node: 1 once the thread has ended */
};

extern struct control *urtc_control; /* of this node; null before urtc_attach */
extern MPI_Comm urtc_comm;        /* rank == thread */
extern int urtc_embedded;         /* 1: inside a program with a main of its own, which begins and ends MPI */
extern MPI_Win urtc_window;       /* the segments from urtk_first on; only if there are several nodes */
extern size_t urtc_segment_end;    /* the offset behind a segment's last byte */
extern int urtc_tcp;              /* 1: MPI sends over TCP between hosts; the same on all threads (stream.c) */
extern int urtc_first_here;       /* the first thread of this host */

/* Where the node's segments are, and its threads: what urt_near.h has as constants once they are final (near.c). */
extern unsigned int urtc_node_first, urtc_node_size;
void urtc_set_segments(char *base, unsigned long stride, int first, int size);
void urtc_group(int most);        /* finds the nodes: of `most` threads at the most, 0 for any number (start.c) */
void urtc_finish(int status, void *unused); /* the end of a thread (end.c) */
void urtc_expect_pthread_exit(void); /* of main (end.c) */
void urtc_take_errors(void);      /* those of urtc_comm, communicators made of it, and urtc_window (end.c) */
void urtc_leave_with_mpi(void);   /* if embedded: what this conduit has of MPI goes when the program ends MPI (end.c) */

#endif
