/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what the conduit does otherwise on one MPI than on another. */
#ifndef URTC_MANNERS_H
#define URTC_MANNERS_H

#include <mpi.h>
#include <stddef.h>
#include "job/mpi/library.h"
#include "job/mpi/windows.h"

enum { MOST_SMALL = 8128 };
struct urtc_manners {
  size_t small;                   /* bytes that MPI sends without asking the receiver; MOST_SMALL at most */
  /* The names of the files that its processes share memory by are needed only until all have begun. */
  int drops_names;
  int cuts_lines;                 /* its launcher reads output in pieces that may end within a line */
  /* Over TCP it sends by UCX: in pieces, and a flush after a put waits for the target twice, but once after an
   * accumulation. */
  int ucx;
  int whole;                      /* it sends by libfabric: over TCP, parts of 64 KB take up to twice the time */
  /* Its launcher kills the others once a process has ended with a status that is not 0, those in exit too. Intel's
   * then gives the status 255 in place of that one. */
  int kills_others;
  /* Between hosts, over UCX and TCP, it does not deliver some messages to a receive from any source that waits, but it
   * does to one that is found by a probe. upcrun has it use libfabric (job/upcrun/mpi_settings.c). */
  int probes;
  int meets_at_launcher;          /* with several hosts its MPI_Finalize may hang (job/mpi/launcher.c) */
};
extern struct urtc_manners urtc_mpi;
void urtc_learn_manners(void);    /* asks MPI; before MPI begins, too */

/* Open MPI 4 makes windows between hosts without RDMA hardware by its component osc/pt2pt alone. */
int urtc_needs_pt2pt(void);

#endif
